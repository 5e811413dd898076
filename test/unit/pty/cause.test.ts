import { describe, expect, it } from 'vitest';
import { type Ending, judgeEnd } from '../../../src/pty/cause.ts';

// What tmux sends when it gives the terminal back, as read from a real client.
const RESTORE =
	'\u001b[1;24r\u001b(B\u001b[m\u001b[?1l\u001b>\u001b[H\u001b[2J\u001b[?12l\u001b[?25h\u001b[?1000l\u001b[?1006l\u001b[?1004l\u001b[?1049l\u001b[23;0;0t';

function ending(tail: string, rest: Partial<Ending> = {}): Ending {
	return { tail, exit: { exitCode: 0, signal: 0 }, attached: true, asked: false, ...rest };
}

const code = (exitCode: number) => ({ exit: { exitCode, signal: 0 } });

describe('the cause of an end', () => {
	const cases: readonly (readonly [string, Ending, object])[] = [
		['detached elsewhere', ending(`${RESTORE}[detached (from session a)]\r\n`), { kind: 'detached', by: 'elsewhere' }],
		['detached, a name with brackets', ending(`${RESTORE}[detached (from session [x] y)]\r\n`), { kind: 'detached', by: 'elsewhere' }],
		['detached and hung up', ending(`${RESTORE}[detached and SIGHUP (from session a)]\r\n`), { kind: 'detached', by: 'elsewhere' }],
		['the session ended', ending(`${RESTORE}[exited]\r\n`), { kind: 'session-ended' }],
		['the server was ended', ending(`${RESTORE}[server exited]\r\n`, code(1)), { kind: 'server-died' }],
		['the server was killed', ending('\u001b[?25h\u001b[1;1H[server exited unexpectedly]\n', code(1)), { kind: 'server-died' }],
		['the server was killed, older words', ending('text\u001b[1;1H[lost server]\n', code(1)), { kind: 'server-died' }],
		['our client was hung up', ending(`${RESTORE}[lost tty]\r\n`, code(1)), { kind: 'killed', signal: 1 }],
		['our client was terminated', ending(`${RESTORE}[terminated]\r\n`, code(1)), { kind: 'killed', signal: 15 }],
		['our client was killed', ending('some screen', { exit: { exitCode: 0, signal: 9 } }), { kind: 'killed', signal: 9 }],
		['we asked', ending(`${RESTORE}[lost tty]\r\n`, { ...code(1), asked: true }), { kind: 'detached', by: 'us' }],
		['we asked and had to kill', ending('', { exit: { exitCode: 0, signal: 9 }, asked: true }), { kind: 'detached', by: 'us' }],
		['we asked while the session ended', ending(`${RESTORE}[exited]\r\n`, { asked: true }), { kind: 'session-ended' }],
		['the tail is lost', ending('in the middle of a bur'), { kind: 'unknown', exitCode: 0 }],
		['the words are lost', ending(RESTORE), { kind: 'unknown', exitCode: 0 }],
		['words of a later tmux', ending(`${RESTORE}[gone fishing]\r\n`, code(1)), { kind: 'unknown', exitCode: 1 }],
		['the session ended in a burst that left no room for more', ending('red\u001b[32mgre[exited]\r\n'), { kind: 'session-ended' }],
		['detached in such a burst', ending('\u001b[31[detached (from session [x] y)]\r\n'), { kind: 'detached', by: 'elsewhere' }],
		['a pane that printed such words', ending('\u001b[5;1H[exited]\r\n\u001b[6;1H'), { kind: 'unknown', exitCode: 0 }],
		[
			'a pane that printed such words before the end',
			ending(`[exited]\r\n${RESTORE}[detached (from session a)]\r\n`),
			{ kind: 'detached' },
		],
	];
	for (const [what, given, expected] of cases) {
		it(what, () => expect(judgeEnd(given)).toMatchObject(expected));
	}
});

describe('the cause of a failed start', () => {
	const failed = (tail: string, exitCode = 1) => judgeEnd(ending(tail, { ...code(exitCode), attached: false }));
	const cases: readonly (readonly [string, string])[] = [
		["can't find session: $9\r\n", 'no-session'],
		['no sessions\r\n', 'no-server'],
		['no server running on /tmp/tmux-1/default\r\n', 'no-server'],
		['error connecting to /tmp/x (Permission denied)\r\n', 'no-server'],
		['error creating /tmp/x/sock (No such file or directory)\r\n', 'no-server'],
		['lost server\r\n', 'no-server'],
		['execvp(3) failed.: No such file or directory\r\n', 'no-program'],
		['chdir(2) failed.: No such file or directory\r\n', 'no-folder'],
		['open terminal failed: not a terminal\r\n', 'refused'],
	];
	for (const [text, reason] of cases) {
		it(text.trim(), () => expect(failed(text)).toEqual({ kind: 'failed', reason, message: text.trim() }));
	}

	it('without a word names the code', () => {
		expect(failed('', 7)).toEqual({ kind: 'failed', reason: 'refused', message: 'it ended at once with code 7' });
	});

	it('keeps the message short', () => {
		const cause = failed('x'.repeat(10_000));
		expect(cause.kind === 'failed' && cause.message.length).toBe(300);
	});
});
