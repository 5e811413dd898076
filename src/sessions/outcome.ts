/** What an action reports: it happened, or why it did not. Words for people are the UI's. */
import type { KnownAgent } from '../agents/catalog.ts';

export type Refusal =
	/** The session ended, or the one of that name is another one now. Nothing was done. */
	| { readonly kind: 'gone' }
	| { readonly kind: 'no-folder'; readonly folder: string }
	| { readonly kind: 'program-missing'; readonly agent: KnownAgent; readonly program: string; readonly install: string }
	| { readonly kind: 'tmux-missing' }
	| { readonly kind: 'tmux-too-old'; readonly version: string }
	/** It started and ended at once; the output says why. */
	| { readonly kind: 'ended-at-once'; readonly output: string }
	/** It is stopped: there is nothing to attach to, type into or kill. */
	| { readonly kind: 'not-running' }
	/** It still runs: stop it first. */
	| { readonly kind: 'not-stopped' }
	/** Another window is doing it, or has done it. */
	| { readonly kind: 'elsewhere' }
	/** The action has no meaning for a session in a plain terminal. */
	| { readonly kind: 'not-in-tmux' }
	| { readonly kind: 'failed'; readonly message: string };

export type Outcome<T = void> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'refused'; readonly refusal: Refusal };

export function done(): Outcome;
export function done<T>(value: T): Outcome<T>;
export function done<T>(value?: T): Outcome<T | undefined> {
	return { kind: 'done', value };
}

export function refused(refusal: Refusal): Outcome<never> {
	return { kind: 'refused', refusal };
}
