/** The folder into which hooks write: every window reads each file once, and whoever comes later removes it. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disposable, DisposableList, toDisposable } from '../../base/disposable.ts';
import { FolderWatch } from '../files/folderWatch.ts';
import { type HookNews, readHook } from './hooks.ts';

const FILE = /^\d+-\w+\.json$/;
/** Long enough for all windows to have read it; commands that people are asked about are not kept. */
const KEEP_MS = 3_000;

export class HookSpool extends DisposableList implements Disposable {
	readonly #folder: string;
	readonly #onNews: (news: HookNews) => void;
	readonly #now: () => number;
	readonly #seen = new Set<string>();
	/** One after the other, so that what was asked first is told first. */
	#work: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;

	constructor(folder: string, onNews: (news: HookNews) => void, now: () => number) {
		super();
		this.#folder = folder;
		this.#onNews = onNews;
		this.#now = now;
		this.add(new FolderWatch(folder, () => this.#look()));
		this.add(toDisposable(() => clearTimeout(this.#timer)));
		this.#look();
	}

	#look(): void {
		this.#work = this.#work.then(() => this.#readAll()).catch(() => undefined);
	}

	async #readAll(): Promise<void> {
		const names = (await readdir(this.#folder).catch(() => [])).filter((name) => FILE.test(name)).sort();
		for (const name of this.#seen) if (!names.includes(name)) this.#seen.delete(name);
		let left = 0;
		for (const name of names) {
			if (this.disposed) return;
			const file = join(this.#folder, name);
			const writtenAt = await stat(file).then(
				({ mtimeMs }) => mtimeMs,
				() => undefined,
			);
			if (writtenAt === undefined) continue;
			if (Date.now() - writtenAt > KEEP_MS) await rm(file, { force: true });
			else {
				left += 1;
				await this.#read(name, file);
			}
		}
		if (left > 0 && !this.disposed) this.#lookLater();
	}

	async #read(name: string, file: string): Promise<void> {
		if (this.#seen.has(name)) return;
		this.#seen.add(name);
		const news = readHook(await readFile(file, 'utf8').catch(() => ''), this.#now());
		if (news && !this.disposed) this.#onNews(news);
	}

	#lookLater(): void {
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			this.#look();
		}, KEEP_MS + 100).unref();
	}
}
