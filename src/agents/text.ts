/** One line for a row: what agents write is cleaned, bounded, and loses what must not be shown or stored. */
import { homedir } from 'node:os';

/** A row is one line; the view cuts it further. */
const LINE_LIMIT = 200;

/** Shapes of keys and tokens of the services that agents talk to, and of the words that announce one. */
const SECRETS: readonly RegExp[] = [
	/\bsk-[A-Za-z0-9_-]{8,}/g,
	/\b(?:ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abprs]|npm|pypi|hf)[_-][A-Za-z0-9_-]{10,}/g,
	/\b[rs]k_(?:live|test)_[A-Za-z0-9]{8,}/g,
	/\b(?:gsk|r8|dop_v1)_[A-Za-z0-9]{16,}/g,
	/\bSG\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
	/\bya29\.[A-Za-z0-9_-]{10,}/g,
	/\b(?:AKIA|ASIA)[0-9A-Z]{12,}/g,
	/\bAIza[0-9A-Za-z_-]{20,}/g,
	/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
	/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];
/** A name that says so, alone or among other words (`PGPASSWORD`, `SECRET_KEY_BASE`), and what it is set to. */
const NAMED_SECRET =
	/\b([A-Za-z0-9_-]*(?:(?:api|access|account|private)[_-]?key|token|secret|password|passwd|passphrase|authorization|credentials)(?:[_-][A-Za-z0-9]+)*["']?\s*[:=]\s*["']?(?:(?:Bearer|Basic|Token)\s+)?)(?!\[redacted\])[^\s"',;]{4,}/gi;
const SECRET_FLAG = /(--(?:[a-z]+-)*(?:token|password|passphrase|secret|key)\s+)(?!-)[^\s"']{4,}/gi;
const COOKIE = /\b((?:Set-)?Cookie:\s*).+/gi;
const BEARER = /\b((?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{8,}/g;
const URL_LOGIN = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;
const HOMES = /(?:(?:\/var)?\/home|\/Users)\/[^/\s"':]+|\/root(?=\/|\s|$)|\b[A-Z]:\\Users\\[^\\\s"':]+/g;

export function redact(text: string, home = homedir()): string {
	let clean = SECRETS.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
	for (const named of [NAMED_SECRET, SECRET_FLAG, COOKIE, BEARER]) clean = clean.replaceAll(named, '$1[redacted]');
	clean = clean.replaceAll(URL_LOGIN, '$1[redacted]@');
	// A home of one letter or none would match everything.
	if (home.length > 2) clean = clean.replaceAll(home, '~');
	return clean.replaceAll(HOMES, '~');
}

/** The first meaningful line without marks of Markdown, control characters and doubled spaces. */
export function oneLine(text: string, limit = LINE_LIMIT): string | undefined {
	const line = text
		.slice(0, limit * 20)
		.split('\n')
		.map((row) =>
			row
				.replaceAll(/[\p{Cc}\p{Cf}\u00a0]+/gu, ' ')
				.replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/, '')
				.replaceAll(/(?<![\p{L}\p{N}])([*_`]{1,3})([^*_`]+)\1(?![\p{L}\p{N}])/gu, '$2')
				.replaceAll(/\s+/g, ' ')
				.trim(),
		)
		.find((row) => /[\p{L}\p{N}]/u.test(row));
	if (!line) return undefined;
	return line.length <= limit ? line : `${line.slice(0, limit - 1).trimEnd()}…`;
}

/** Errors of model APIs often come as JSON: the message in it is what a person can read. */
export function errorLine(text: string): string | undefined {
	const start = text.indexOf('{');
	try {
		const parsed: unknown = start < 0 ? undefined : JSON.parse(text.slice(start));
		const message = (parsed as { error?: { message?: unknown } } | undefined)?.error?.message;
		if (typeof message === 'string') return oneLine(`${text.slice(0, start)}${message}`);
	} catch {
		// Not JSON after all: the text speaks for itself.
	}
	return oneLine(text);
}
