/** One Claude configuration folder: its status files as they change, and where its conversations are. Shared by all its sessions. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { FolderWatch } from '../files/folderWatch.ts';
import { type ClaudeStatus, parseStatus, pidOfStatusFile } from './statusFile.ts';

/** A file caught half-written is whole a moment later. */
const TORN_RETRIES_MS = [5, 20, 60, 200] as const;
const CONVERSATION_ID = /^[A-Za-z0-9-]{8,64}$/;

export interface StatusChange {
	readonly pid: number;
	/** Undefined once the file is gone. */
	readonly status: ClaudeStatus | undefined;
}

export class ClaudeHome implements Disposable {
	readonly #sessions: string;
	readonly #projects: string;
	readonly #watch: FolderWatch;
	readonly #known = new Map<number, ClaudeStatus>();
	readonly #onDidChange = new Emitter<StatusChange>();
	readonly onDidChange = this.#onDidChange.event;
	/** One reading per file at a time, so that an older one can't overtake. */
	readonly #reading = new Map<number, Promise<void>>();
	#disposed = false;

	constructor(folder: string) {
		this.#sessions = join(folder, 'sessions');
		this.#projects = join(folder, 'projects');
		this.#watch = new FolderWatch(this.#sessions, (name) => void this.#changed(name));
		void this.refresh();
	}

	get(pid: number): ClaudeStatus | undefined {
		return this.#known.get(pid);
	}

	all(): readonly ClaudeStatus[] {
		return [...this.#known.values()];
	}

	async refresh(): Promise<void> {
		const names = await readdir(this.#sessions).catch(() => []);
		const pids = new Set([...names.map(pidOfStatusFile).filter((pid) => pid !== undefined), ...this.#known.keys()]);
		await Promise.all([...pids].map((pid) => this.read(pid)));
	}

	/** Reads one status file again; whoever asks meanwhile shares the reading after the one under way. */
	read(pid: number): Promise<void> {
		const before = this.#reading.get(pid) ?? Promise.resolve();
		const reading = before.then(() => this.#readOnce(pid));
		this.#reading.set(pid, reading);
		void reading.then(() => this.#reading.get(pid) === reading && this.#reading.delete(pid));
		return reading;
	}

	/** The transcript of a conversation: its folder's name is Claude's own business, so every project is looked at. */
	async findTranscript(id: string): Promise<string | undefined> {
		if (!CONVERSATION_ID.test(id)) return undefined;
		for (const project of await readdir(this.#projects).catch(() => [])) {
			const file = join(this.#projects, project, `${id}.jsonl`);
			if (
				await stat(file).then(
					(found) => found.isFile(),
					() => false,
				)
			)
				return file;
		}
		return undefined;
	}

	async #changed(name: string | undefined): Promise<void> {
		if (name === undefined) return this.refresh();
		const pid = pidOfStatusFile(name);
		if (pid !== undefined) await this.read(pid);
	}

	async #readOnce(pid: number): Promise<void> {
		const status = await this.#parse(pid);
		if (this.#disposed || status === 'torn') return;
		const before = this.#known.get(pid);
		if (status) this.#known.set(pid, status);
		else this.#known.delete(pid);
		if (JSON.stringify(before) !== JSON.stringify(status)) this.#onDidChange.fire({ pid, status });
	}

	async #parse(pid: number): Promise<ClaudeStatus | undefined | 'torn'> {
		for (const wait of [0, ...TORN_RETRIES_MS]) {
			if (wait > 0) await delay(wait, undefined, { ref: false });
			try {
				const status = parseStatus(await readFile(join(this.#sessions, `${pid}.json`), 'utf8'));
				if (status) return status;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
			}
		}
		return 'torn';
	}

	dispose(): void {
		this.#disposed = true;
		this.#watch.dispose();
		this.#onDidChange.dispose();
	}
}
