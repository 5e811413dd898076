/** Time limits on questions: every answer comes, fails, or runs out of time. */

export class TimeoutError extends Error {
	override readonly name = 'TimeoutError';
	readonly limitMs: number;

	constructor(what: string, limitMs: number) {
		super(`${what} took longer than ${limitMs} ms`);
		this.limitMs = limitMs;
	}
}

/** The promise's own outcome, or a TimeoutError. The work itself goes on; end it in the caller where it can be ended. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new TimeoutError(what, limitMs)), limitMs);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}
