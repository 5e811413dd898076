/** The folder into which hooks write: each file is read once and removed. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';
import { FolderWatch } from '../files/folderWatch.ts';
import { type HookNews, readHook } from './hooks.ts';

const FILE = /^\d+-\w+\.json$/;

export class HookSpool implements Disposable {
	readonly #folder: string;
	readonly #onNews: (news: HookNews) => void;
	readonly #watch: FolderWatch;
	readonly #now: () => number;
	/** One after the other, so that what was asked first is told first. */
	#work: Promise<void> = Promise.resolve();
	#disposed = false;

	constructor(folder: string, onNews: (news: HookNews) => void, now: () => number) {
		this.#folder = folder;
		this.#onNews = onNews;
		this.#now = now;
		this.#watch = new FolderWatch(folder, () => this.#empty());
		this.#empty();
	}

	#empty(): void {
		this.#work = this.#work.then(() => this.#readAll()).catch(() => undefined);
	}

	async #readAll(): Promise<void> {
		const names = (await readdir(this.#folder).catch(() => [])).filter((name) => FILE.test(name)).sort();
		for (const name of names) {
			if (this.#disposed) return;
			const file = join(this.#folder, name);
			const text = await readFile(file, 'utf8').catch(() => '');
			await rm(file, { force: true });
			const news = readHook(text, this.#now());
			if (news && !this.#disposed) this.#onNews(news);
		}
	}

	dispose(): void {
		this.#disposed = true;
		this.#watch.dispose();
	}
}
