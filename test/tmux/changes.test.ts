import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listed, pane, session, useTmux } from './harness.ts';

const tmux = useTmux();
const TAB = '\t';

test('a session that is made, renamed and killed is followed', async () => {
	tmux().session('first');
	const server = await tmux().follow();
	tmux().session('second');
	await session(server, 'second');
	tmux().run('rename-session', '-t', '=second', 'third');
	await listed(server, 'the new name', ({ sessions }) => sessions.map(({ name }) => name).join() === 'first,third');
	tmux().run('kill-session', '-t', '=third');
	await listed(server, 'one left', ({ sessions }) => sessions.map(({ name }) => name).join() === 'first');
});

test('the active pane of a split window is the one the user looks at, in the active window', async () => {
	tmux().session('split');
	const server = await tmux().follow();
	const first = await pane(server, 'split');
	tmux().run('split-window', '-t', 'split:', 'sleep 1000');
	const second = await pane(server, 'split', ({ id }) => id !== first.id);
	tmux().run('select-pane', '-t', first.id);
	await pane(server, 'split', ({ id }) => id === first.id);
	tmux().run('new-window', '-t', 'split:', 'sleep 1000');
	const third = await pane(server, 'split', ({ id }) => id !== first.id && id !== second.id);
	expect(third.windowId).not.toBe(first.windowId);
	const { panes } = await session(server, 'split', (found) => found.panes.length === 3);
	expect(panes.filter(({ active }) => active).map(({ id }) => id)).toEqual([third.id]);
});

test('a window linked into two sessions is in each, its panes once', async () => {
	tmux().session('one');
	tmux().session('two');
	tmux().run('link-window', '-s', 'one:0', '-t', 'two:5');
	tmux().run('link-window', '-s', 'one:0', '-t', 'one:7');
	const server = await tmux().follow();
	const one = await session(server, 'one');
	const two = await session(server, 'two', ({ panes }) => panes.length === 2);
	expect(one.panes).toHaveLength(1);
	expect(two.panes.map(({ id }) => id)).toContain(one.panes[0]?.id);
});

test('the foreground command and the folder follow what is typed', async () => {
	const folder = join(tmux().dir, 'a folder');
	mkdirSync(folder);
	tmux().session('typed', 'sh', '-i');
	const server = await tmux().follow();
	await pane(server, 'typed', ({ command }) => /^(sh|dash|bash)$/.test(command));
	tmux().run('send-keys', '-t', 'typed:', `cd '${folder}'`, 'Enter', 'cat', 'Enter');
	const found = await pane(server, 'typed', ({ command, path }) => command === 'cat' && path === folder);
	expect(found.dead).toBe(false);
});

test('a title comes as the program sets it', async () => {
	tmux().session('titled', 'sh', '-c', `printf '\\033]2;⠋ busy | #{pid} "x"\\007'; sleep 1000`);
	const server = await tmux().follow();
	await pane(server, 'titled', ({ title }) => title === '⠋ busy | #{pid} "x"');
	tmux().run('select-pane', '-t', 'titled:', '-T', 'ready');
	await pane(server, 'titled', ({ title }) => title === 'ready');
});

test('a bell in a session nobody looks at is heard', async () => {
	tmux().session('rings', 'sh', '-c', 'read _; printf "\\007"; sleep 1000');
	const server = await tmux().follow();
	expect((await session(server, 'rings')).bell).toBe(false);
	tmux().run('send-keys', '-t', 'rings:', 'Enter');
	await session(server, 'rings', ({ bell }) => bell);
});

test.each([
	['exit 3', { status: 3 }],
	['exit 0', { status: 0 }],
	['kill -KILL $$', { signal: 9 }],
])('a pane dead after %s says how it ended, every time', async (script, exit) => {
	tmux().session('keeper');
	const server = await tmux().follow();
	// One after the other: the end of one would bring the news of the one before.
	for (const name of Array.from({ length: 6 }, (_, index) => `dies${index}`)) {
		tmux().run('new-session', '-d', '-s', name, '--', 'sh', '-c', `read _; ${script}`, ';', 'set-option', '-w', 'remain-on-exit', 'on');
		await session(server, name);
		tmux().run('send-keys', '-t', `${name}:`, 'Enter');
		expect(await pane(server, name, (found) => found.exit !== undefined)).toMatchObject({ dead: true, exit });
	}
});

test('output changes the mark, also when it leaves the cursor where it was, and once more when its second is over', async () => {
	tmux().session('prints', 'sh', '-c', `stty -echo; while read _; do printf 'x\\r'; done`);
	const server = await tmux().follow();
	await pane(server, 'prints', ({ outputMark }) => !outputMark.endsWith('~'));
	const marks = new Set<string>();
	server.onDidObserve((observation) => {
		if (observation.kind === 'listed') marks.add(observation.listing.sessions[0]?.panes[0]?.outputMark ?? '');
	});
	for (let round = 0; round < 3; round++) {
		const before = (await pane(server, 'prints')).outputMark;
		tmux().run('send-keys', '-t', 'prints:', 'Enter');
		await pane(server, 'prints', ({ outputMark }) => outputMark !== before && !outputMark.endsWith('~'));
	}
	expect([...marks].filter((mark) => mark.endsWith('~') && marks.has(mark.slice(0, -1))).length).toBeGreaterThan(0);
});

test('copy mode shows', async () => {
	tmux().session('scrolled');
	const server = await tmux().follow();
	tmux().run('copy-mode', '-t', 'scrolled:');
	await pane(server, 'scrolled', ({ inMode }) => inMode);
});

test.each([
	'spaces and "quotes"',
	"it's; #{pid} #(id)",
	'-leading',
	'42',
	'ünï ☃ 漢字 🐟',
	'a*b?[c]',
	'%1',
	'@4',
	'=x',
	'{last}',
	'x'.repeat(300),
])('a session called %s is listed by that name, also under LANG=C, and can be killed', async (name) => {
	tmux().session('keeper');
	const server = tmux().open({ env: { ...process.env, LANG: 'C', LC_ALL: 'C' } });
	server.start();
	tmux().run('new-session', '-d', '-s', name.replaceAll('#', '##'), '--', 'sleep', '1000');
	const found = await session(server, name);
	const { server: identity } = await listed(server, 'a listing', () => true);
	await server.killSession({ server: identity, sessionId: found.id, created: found.created });
	await listed(server, 'the other alone', ({ sessions }) => sessions.map((other) => other.name).join() === 'keeper');
});

test.each(['plain', 'with space', 'new\nline', `a${TAB}tab`, "quote's", 'ünï', 'x\np\t$1\tlike a record'])(
	'a folder called %j comes whole',
	async (name) => {
		const folder = join(tmux().dir, name);
		mkdirSync(folder);
		tmux().session('keeper');
		const server = await tmux().follow();
		await server.newSession({ name: 'there', folder, command: ['sleep', '1000'], shoalId: 'x' });
		await pane(server, 'there', ({ path }) => path === folder);
		await session(server, 'keeper');
	},
);

test('inside another tmux the outer server is left alone', async () => {
	tmux().session('outer');
	const inner = join(tmux().dir, 'inner');
	tmux().runOn(inner, 'new-session', '-d', '-s', 'inner', 'sleep 1000');
	const server = tmux().open({ socketPath: inner, env: { ...process.env, TMUX: `${tmux().socketPath},1,0`, TMUX_PANE: '%0' } });
	server.start();
	const { sessions } = await listed(server, 'the inner one', () => true);
	expect(sessions.map(({ name }) => name)).toEqual(['inner']);
});
