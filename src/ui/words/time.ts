/** When something was, in words that a person would use. Pure: the reader's language and the present are given. */
import { l10n } from 'vscode';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 minutes ago", "yesterday". */
export function agoWord(at: number, now: number, language: string): string {
	const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
	const age = Math.max(0, now - at);
	if (age < MINUTE) return l10n.t('just now');
	if (age < HOUR) return format.format(-Math.floor(age / MINUTE), 'minute');
	if (age < DAY) return format.format(-Math.floor(age / HOUR), 'hour');
	return format.format(-Math.floor(age / DAY), 'day');
}

/** "Today", "Yesterday", "Monday 16 November": the heading of a day. */
export function dayWord(at: number, now: number, language: string): string {
	const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
	if (days < 2) return capitalized(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day'), language);
	return new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(at);
}

/** "14:05". */
export function clockWord(at: number, language: string): string {
	return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(at);
}

/** "14:05" on the same day, else with the date. */
export function dateWord(at: number, now: number, language: string): string {
	if (startOfDay(at) === startOfDay(now)) return clockWord(at, language);
	return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** The whole of it, for a tooltip. */
export function momentWord(at: number, language: string): string {
	return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(at);
}

/** The same for all moments of one day where the reader is. */
export function startOfDay(at: number): number {
	return new Date(at).setHours(0, 0, 0, 0);
}

function capitalized(text: string, language: string): string {
	return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}
