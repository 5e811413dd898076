/** Agents in plain terminals: found among all processes now and then, then followed through their own files. */
import { readlink } from 'node:fs/promises';
import { DisposableList, toDisposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { adapterOf } from '../catalog.ts';
import type { ProcessFacts } from '../process/facts.ts';
import type { SignalReader } from '../signals.ts';
import type { NativeSighting } from './facts.ts';
import type { PaneContext } from './pane.ts';
import { NativeSearch } from './search.ts';

export interface NativeContext extends PaneContext {
	/** 0: never by itself. */
	readonly everyMs: number;
	readonly panePids: () => ReadonlySet<number>;
}

interface Followed {
	readonly sighting: NativeSighting;
	readonly reader: SignalReader | undefined;
}

export class NativeWatch extends DisposableList {
	readonly #context: NativeContext;
	readonly #search = new NativeSearch();
	readonly #followed = new Map<string, Followed>();
	readonly #onDidChange = this.add(new Emitter<readonly NativeSighting[]>());
	readonly onDidChange = this.#onDidChange.event;
	#refreshing: Promise<void> | undefined;

	constructor(context: NativeContext) {
		super();
		this.#context = context;
		this.add(toDisposable(() => this.#endAll()));
		if (context.everyMs <= 0) return;
		const timer = setInterval(() => void this.refresh(), context.everyMs).unref();
		this.add(toDisposable(() => clearInterval(timer)));
	}

	get sightings(): readonly NativeSighting[] {
		return [...this.#followed.values()].map(({ sighting }) => sighting);
	}

	refresh(): Promise<void> {
		this.#refreshing ??= this.#look()
			.catch((error: unknown) => this.#context.logger.warn(`processes can't be listed: ${String(error)}`))
			.finally(() => {
				this.#refreshing = undefined;
			});
		return this.#refreshing;
	}

	async #look(): Promise<void> {
		const table = await this.#context.processes.table();
		const found = this.#search.look(table, this.#context.panePids());
		const keys = new Set(found.map(({ process }) => keyOf(process.pid, process.startTime)));
		const gone = [...this.#followed.keys()].filter((key) => !keys.has(key));
		for (const key of gone) this.#end(key);
		let added = false;
		for (const { agent, process, ancestors } of found) {
			const key = keyOf(process.pid, process.startTime);
			if (this.#followed.has(key) || this.disposed) continue;
			const folder = await readlink(`/proc/${process.pid}/cwd`).catch(() => '');
			if (this.disposed) return;
			this.#follow({ key, agent, pid: process.pid, startTime: process.startTime, folder, ancestors }, process);
			added = true;
		}
		if (added || gone.length > 0) this.#onDidChange.fire(this.sightings);
		for (const { reader } of this.#followed.values()) reader?.poke();
	}

	#follow(sighting: NativeSighting, process: ProcessFacts): void {
		const { processes, shared, home, logger, now, emit } = this.#context;
		const { key, agent, folder, pid, startTime } = sighting;
		emit(key, { kind: 'identified', agent, process: { pid, startTime }, how: 'process', at: now() });
		const reader = adapterOf(agent)?.openSignals?.({
			process,
			processes,
			folder,
			shared,
			home,
			logger,
			now,
			emit: (fact) => emit(key, fact),
		});
		this.#followed.set(key, { sighting, reader });
	}

	#end(key: string): void {
		this.#followed.get(key)?.reader?.dispose();
		this.#followed.delete(key);
		this.#context.emit(key, { kind: 'ended', reason: 'exited', at: this.#context.now() });
	}

	#endAll(): void {
		for (const { reader } of this.#followed.values()) reader?.dispose();
		this.#followed.clear();
	}
}

function keyOf(pid: number, startTime: string): string {
	return `native:${pid}:${startTime}`;
}
