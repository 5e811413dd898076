/** Recorded screens: a text file with what tmux said of the pane beside it (`.meta`), as tests, `explain` and reports use them. */
import type { ScreenFacts } from './reading.ts';

/** `name=value` pairs on one line; the title stands in brackets because it may contain anything. */
const META = /^(?:cmd=(?<command>\S*) )?title=\[(?<title>.*)\](?: dead=(?<dead>[01]))?(?:.*? path=(?<path>.*?) cursor=)?/s;

export function parseRecording(text: string, meta: string): ScreenFacts {
	const fields = META.exec(meta)?.groups ?? {};
	return {
		text,
		title: fields.title ?? '',
		dead: fields.dead === '1' || /^Pane is dead \(/m.test(text.trimEnd().split('\n').at(-1) ?? ''),
		...(fields.path && { path: fields.path }),
		...(fields.command && { command: fields.command }),
	};
}

/** `idle.txt` and `idle.ansi.txt` share `idle.meta`. */
export function metaFileOf(file: string): string {
	return file.replace(/(?:\.ansi)?\.txt$/, '.meta');
}
