/** From the bytes of a file to a record and back: versions, tolerance, and what this version does not know. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { RegistryError } from './errors.ts';
import { recordSchema, SCHEMA_VERSION, type SessionRecord } from './record.ts';

/** Any object; the members that are looked at before it is known to be a record have names. */
export interface RawRecord {
	readonly [key: string]: unknown;
	readonly schemaVersion?: unknown;
	readonly id?: unknown;
	readonly project?: unknown;
	readonly createdAt?: unknown;
	readonly kind?: unknown;
}

export interface Decoded {
	readonly record: SessionRecord;
	/** The file as it was, with the fields this version does not know. */
	readonly raw: RawRecord;
}

/** The step from each version to the next. A file without a version is version 0. */
const MIGRATIONS: Readonly<Record<number, (raw: RawRecord) => RawRecord>> = {
	// Version 0 has no bookkeeping: written by hand or by a tool that knows only the plain fields.
	0: (raw) => ({
		revision: 0,
		agent: 'generic',
		lifecycle: 'stopped',
		name: raw.id,
		updatedAt: raw.createdAt,
		...raw,
		schemaVersion: 1,
	}),
};

export function decodeRecord(text: string, expected: { id: string; project: string }): Decoded {
	const parsed = parseObject(text);
	const version = parsed.schemaVersion ?? 0;
	if (typeof version !== 'number') throw new RegistryError('broken', 'It has no version that could be understood.');
	let raw: RawRecord = parsed;
	for (let step = version; step < SCHEMA_VERSION; step++) raw = MIGRATIONS[step]?.(raw) ?? raw;

	const result = v.safeParse(recordSchema, { ...raw, project: raw.project ?? expected.project });
	if (!result.success) {
		const words = describeIssue(result.issues[0]);
		if (version > SCHEMA_VERSION) {
			throw new RegistryError(
				'too-new',
				`It was written by a later version of Shoal (format ${version}) that this one can't read: ${words}.`,
			);
		}
		throw new RegistryError('broken', `It is not a session record: ${words}.`);
	}
	const record = withoutUndefined(result.output);
	if (record.id !== expected.id) throw new RegistryError('broken', `It says it is session "${record.id}", which its file name does not.`);
	// The folder decides: a project folder that was renamed or copied as a whole still loads.
	return { record: record.project === expected.project ? record : { ...record, project: expected.project }, raw };
}

/** The text to store for `after`, which a caller made from `before`; everything `before` did not show of the file stays. */
export function encodeRecord(after: SessionRecord, before?: Decoded): string {
	checkRecord(after);
	const next = withoutUndefined(after) as RawRecord;
	const merged = before ? (carryOver(before.raw, before.record, next) as RawRecord) : next;
	return `${JSON.stringify(merged, undefined, '\t')}\n`;
}

export function checkRecord(record: SessionRecord): void {
	const result = v.safeParse(recordSchema, record);
	if (!result.success) throw new RegistryError('invalid', `This can't be stored as a session record: ${describeIssue(result.issues[0])}.`);
	// Tolerance is for files; a caller that gives a field of the wrong shape would lose it without a word.
	if (!isDeepStrictEqual(withoutUndefined(result.output), withoutUndefined(record))) {
		throw new RegistryError(
			'invalid',
			"This can't be stored as a session record: it has a field of the wrong shape, or one that is not known.",
		);
	}
}

/**
 * Three-way merge of one value. `before` is what the caller saw of `raw`; what it saw and left out is dropped, what it
 * could not see (unknown or misshapen) is kept, at every depth.
 */
function carryOver(raw: unknown, before: unknown, after: unknown): unknown {
	if (isDeepStrictEqual(before, after)) return raw;
	if (!isPlainObject(raw) || !isPlainObject(before) || !isPlainObject(after)) return after;
	// Another kind of thing took its place: nothing of the former one belongs to it.
	if (before.kind !== after.kind) return after;
	const merged: Record<string, unknown> = {};
	for (const key of Object.keys(raw)) {
		if (Object.hasOwn(after, key)) merged[key] = carryOver(raw[key], before[key], after[key]);
		else if (!Object.hasOwn(before, key)) merged[key] = raw[key];
	}
	for (const key of Object.keys(after)) {
		if (!Object.hasOwn(raw, key)) merged[key] = after[key];
	}
	return merged;
}

function parseObject(text: string): RawRecord {
	if (text.trim() === '') throw new RegistryError('broken', 'It is empty.');
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new RegistryError('broken', 'It is not valid JSON.', { cause: error });
	}
	if (!isPlainObject(value)) throw new RegistryError('broken', 'It is not a session record: no object.');
	return value;
}

function isPlainObject(value: unknown): value is RawRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself where nothing is undefined in it, which is nearly always. */
function withoutUndefined<T>(value: T): T {
	if (!hasUndefined(value)) return value;
	if (Array.isArray(value)) return value.map(withoutUndefined) as T;
	const kept = Object.entries(value as RawRecord).filter(([, member]) => member !== undefined);
	return Object.fromEntries(kept.map(([key, member]) => [key, withoutUndefined(member)])) as T;
}

function hasUndefined(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	for (const member of Object.values(value)) {
		if (member === undefined || hasUndefined(member)) return true;
	}
	return false;
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
	const path = issue.path?.map((item) => String(item.key)).join('.') ?? '';
	if (path === '') return issue.message;
	return issue.received === 'undefined' ? `"${path}" is missing` : `"${path}" should be ${issue.expected ?? 'different'}`;
}
