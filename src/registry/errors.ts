/** The one error of this layer: why a record could not be read or written, in words a person understands. */

export type RegistryErrorReason =
	/** No room for the file; nothing was changed. */
	| 'disk-full'
	/** The file system refuses writes. */
	| 'read-only'
	/** The system refuses us this file or folder. */
	| 'no-permission'
	/** The folder of the registry is gone. */
	| 'vanished'
	/** Somebody else wrote first; the caller's view is out of date. */
	| 'lost-race'
	/** Another window holds the record for longer than we wait. */
	| 'busy'
	| 'not-found'
	/** More than one session fits. */
	| 'ambiguous'
	/** A session with this id is already there, live or archived. */
	| 'exists'
	/** Written by a later Shoal in a shape this one can't use; left as it is. */
	| 'too-new'
	/** Larger than any record can be; left as it is. */
	| 'too-large'
	/** Not a record: empty, torn or of another shape; set aside. */
	| 'broken'
	/** A link where a file or folder belongs; never followed. */
	| 'link'
	/** What the caller gave can't be stored. */
	| 'invalid'
	| 'io';

export class RegistryError extends Error {
	override readonly name = 'RegistryError';
	readonly reason: RegistryErrorReason;

	constructor(reason: RegistryErrorReason, message: string, options?: { cause?: unknown }) {
		super(message, options);
		this.reason = reason;
	}
}

export function errorCode(error: unknown): string | undefined {
	if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
	return undefined;
}

export function isMissing(error: unknown): boolean {
	const code = errorCode(error);
	return code === 'ENOENT' || code === 'ENOTDIR';
}

const IO_REASONS: Readonly<Record<string, readonly [RegistryErrorReason, string]>> = {
	ENOSPC: ['disk-full', 'the disk is full'],
	EDQUOT: ['disk-full', 'the disk quota is used up'],
	EROFS: ['read-only', 'the file system is read-only'],
	EACCES: ['no-permission', 'permission was denied'],
	EPERM: ['no-permission', 'the operation is not permitted'],
	ENOENT: ['vanished', 'the folder is gone'],
	ENOTDIR: ['vanished', 'a folder on the way is gone'],
	ELOOP: ['link', 'a symbolic link is in the way'],
};

/** `what` starts the sentence: "Could not save session a1b2c3". */
export function toRegistryError(error: unknown, what: string): RegistryError {
	if (error instanceof RegistryError) return error;
	const [reason, words] = IO_REASONS[errorCode(error) ?? ''] ?? ['io', error instanceof Error ? error.message : String(error)];
	return new RegistryError(reason, `${what}: ${words}.`, { cause: error });
}
