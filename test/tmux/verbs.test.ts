import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AttachCommand, TmuxServer } from '../../src/tmux/server.ts';
import { commandLine, observed, pane, paneTarget, session, sessionTarget, useTmux, waitUntil } from './harness.ts';

const tmux = useTmux();

function openFiles(pid: number): string[] {
	return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
		try {
			return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
		} catch {
			return [];
		}
	});
}

function childrenOf(pid: number): number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((child) => {
			try {
				return readFileSync(`/proc/${child}/status`, 'utf8').includes(`\nPPid:\t${pid}\n`);
			} catch {
				return false;
			}
		});
}

/** A terminal for a client: a pane of the same server that does not know it. */
function terminal(name: string, size: readonly [string, string], { file, args }: AttachCommand): void {
	const [columns, rows] = size;
	const client = ['env', '-u', 'TMUX', '-u', 'TMUX_PANE', 'TERM=xterm-256color', file, ...args];
	tmux().run('new-session', '-d', '-x', columns, '-y', rows, '-s', name, '--', ...client);
}

async function screenOf(server: TmuxServer, name: string, accept: (screen: string) => boolean): Promise<string> {
	const { paneId } = paneTarget(server, name);
	let screen = '';
	for (const deadline = Date.now() + 5000; Date.now() < deadline && !accept(screen); )
		screen = (await server.capture([paneId])).get(paneId) ?? '';
	expect(accept(screen), screen).toBe(true);
	return screen;
}

test('foo is killed, foobar lives', async () => {
	tmux().session('foobar');
	tmux().session('foo');
	const server = await tmux().follow();
	await session(server, 'foo');
	const target = sessionTarget(server, 'foo');
	await server.killSession(target);
	await expect(server.killSession(target)).rejects.toMatchObject({ reason: 'stale-target' });
	expect(tmux().run('list-sessions', '-F', '#{session_name}')).toBe('foobar\n');
});

test('a target of another server, creation or process is refused and nothing is done', async () => {
	tmux().session('safe', 'cat');
	const server = await tmux().follow();
	const target = sessionTarget(server, 'safe');
	const typed = paneTarget(server, 'safe');
	const stale = { reason: 'stale-target' };
	await expect(server.killSession({ ...target, created: target.created - 1 })).rejects.toMatchObject(stale);
	await expect(server.killSession({ ...target, server: { ...target.server, pid: 1 } })).rejects.toMatchObject(stale);
	await expect(server.killSession({ ...target, server: { ...target.server, startTime: 1 } })).rejects.toMatchObject(stale);
	await expect(server.killSession({ ...target, sessionId: 'safe' })).rejects.toMatchObject(stale);
	await expect(server.renameSession({ ...target, sessionId: '$77' }, 'x')).rejects.toMatchObject(stale);
	await expect(server.setUserOption({ ...target, created: 1 }, '@x', 'y')).rejects.toMatchObject(stale);
	await expect(server.detachClients({ ...target, created: 1 })).rejects.toMatchObject(stale);
	await expect(server.paste({ ...typed, panePid: 1 }, 'text')).rejects.toMatchObject(stale);
	await expect(server.paste({ ...typed, paneId: '%77' }, 'text')).rejects.toMatchObject(stale);
	await expect(server.sendKeys({ ...typed, panePid: 1 }, ['x'])).rejects.toMatchObject(stale);
	expect(tmux().run('list-sessions', '-F', '#{session_name} #{@x}')).toBe('safe \n');
	expect((await server.capture([typed.paneId])).get(typed.paneId)?.trim()).toBe('');
	expect(tmux().run('list-buffers')).toBe('');
});

/** Each means something to a format, a pattern, a shell or tmux itself. */
const ROWS = ['   rm -rf [a-z]* {x,y} #{pid}', ' ❯ 1. Ja, für 漢字 (100 %)', '#(touch pwned) $(touch pwned) `id` "a" it\'s \\ ? ;'];

test('keys are sent only while the pane shows the rows that were looked at', async () => {
	const file = join(tmux().dir, 'rows');
	writeFileSync(file, `${ROWS.join('\n')}\n`);
	tmux().session('asks', `cat ${file}; exec cat`);
	const server = await tmux().follow();
	const pane = paneTarget(server, 'asks');
	await screenOf(server, 'asks', (text) => ROWS.every((row) => text.includes(row)));
	for (const other of ['   rm -rf /', ' ❯ 2. Nein', `${ROWS[0]}x`])
		await expect(server.sendKeys(pane, ['n'], { shown: [...ROWS, other] })).rejects.toMatchObject({ reason: 'changed' });
	await expect(server.sendKeys({ ...pane, panePid: 1 }, ['n'], { shown: ROWS })).rejects.toMatchObject({ reason: 'stale-target' });
	await server.sendKeys(pane, ['y'], { shown: Array.from({ length: 12 }, (_, index) => ROWS[index % ROWS.length] ?? '') });
	await screenOf(server, 'asks', (text) => text.split('\n')[ROWS.length] === 'y');
});

test.each(['plain', "it's; #{pid} #(id) $HOME", '-leading', 'ünï 🐟', '42', '{x}', '%5'])('a session is renamed to %s', async (name) => {
	tmux().session('old');
	const server = await tmux().follow();
	await server.renameSession(sessionTarget(server, 'old'), name);
	// tmux stores a dollar sign escaped.
	await session(server, name.replaceAll('$', '\\$'));
});

test('a name that is taken is refused as such', async () => {
	tmux().session('one');
	tmux().session('two');
	const server = await tmux().follow();
	await expect(server.renameSession(sessionTarget(server, 'two'), 'one')).rejects.toMatchObject({ reason: 'duplicate-name' });
	const spec = { name: 'one', folder: tmux().dir, command: ['sleep', '9'], shoalId: 'x' } as const;
	await expect(server.newSession(spec)).rejects.toMatchObject({ reason: 'duplicate-name' });
	await expect(server.newSession({ ...spec, name: 'three', folder: join(tmux().dir, 'none') })).rejects.toMatchObject({
		reason: 'no-folder',
	});
	await expect(server.newSession({ ...spec, name: '-x' })).rejects.toMatchObject({ reason: 'refused' });
	await expect(server.newSession({ ...spec, name: 'a.b' })).rejects.toMatchObject({ reason: 'refused' });
});

test('a session starts with exact arguments, folder, variables and size, under the most hostile options', async () => {
	const folder = join(tmux().dir, "fol der #{pid}'s");
	mkdirSync(folder);
	tmux().session('keeper');
	tmux().run('set-option', '-t', 'keeper:', 'destroy-unattached', 'off');
	for (const [option, value] of [
		['destroy-unattached', 'on'],
		['default-command', 'exit 1'],
		['default-size', '31x11'],
		['base-index', '3'],
		['detach-on-destroy', 'off'],
	] as const) {
		tmux().run('set-option', '-g', option, value);
	}
	const server = await tmux().follow();
	const script = 'printf "[%s]" "$@"; pwd; printf "<%s>" "$VARIABLE"; stty size; cat';
	const target = await server.newSession({
		name: 'exact',
		folder,
		command: ['sh', '-c', script, 'sh', 'a b', "q'uote", '$HOME;', '#{pid}', ';', 'ünï', ''],
		env: { VARIABLE: 'va lue #{pid} ;' },
		shoalId: 'id-1',
		size: { columns: 132, rows: 40 },
	});
	const found = await session(server, 'exact');
	expect(found).toMatchObject({
		id: target.sessionId,
		created: target.created,
		shoalId: 'id-1',
		panes: [{ id: target.paneId, pid: target.panePid }],
	});
	const screen = await screenOf(server, 'exact', (text) => text.includes('40 132'));
	expect(screen.replaceAll('\n', '')).toContain("[a b][q'uote][$HOME;][#{pid}][;][ünï][]");
	expect(screen.replaceAll('\n', '')).toContain(folder);
	expect(screen).toContain('<va lue #{pid} ;>');
	expect(tmux().run('show-options', '-wv', '-t', 'exact:', 'remain-on-exit').trim()).toBe('on');
	expect(tmux().run('show-options', '-w', '-t', 'exact:', 'window-size')).toBe('');
});

test('a single word is a program, not a shell line', async () => {
	tmux().session('keeper');
	const server = await tmux().follow();
	await server.newSession({ name: 'one', folder: tmux().dir, command: ['echo; cat'], shoalId: 'x' });
	expect(await pane(server, 'one', ({ exit }) => exit !== undefined)).toMatchObject({ dead: true, exit: { status: 127 } });
	await server.newSession({ name: 'two', folder: tmux().dir, command: ['cat'], shoalId: 'x' });
	await pane(server, 'two', ({ command }) => command === 'cat');
});

test('the first session starts a server that knows nothing of the editor or of us', async () => {
	const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '7', TMUX: '/nowhere,1,0', TMUX_PANE: '%9', KEPT: 'yes' };
	const server = tmux().open({ env });
	server.start();
	await observed(server, 'absent', ({ kind }) => kind === 'absent');
	// The interrupt must end it: a server started in the background of a shell may hand an ignored one to every program.
	await server.newSession({
		name: 'first',
		folder: tmux().dir,
		command: ['sh', '-c', 'trap - INT; kill -INT $$; sleep 1000'],
		shoalId: 'x',
	});
	await pane(server, 'first', ({ exit }) => exit !== undefined && 'signal' in exit && exit.signal === 2);
	const variables = tmux().run('show-environment', '-g');
	expect(variables).toContain('KEPT=yes');
	expect(variables).not.toMatch(/ELECTRON|VSCODE|TMUX_PANE|^TMUX=/m);
	const pid = tmux().serverPid();
	// None of the pipes between us and our helper stays open in it.
	const helpers = childrenOf(process.pid).filter((child) => commandLine(child) === '/bin/sh -s');
	expect(helpers).toHaveLength(1);
	const ours = helpers.flatMap(openFiles).filter((link) => link.startsWith('socket:'));
	expect(ours.length).toBeGreaterThan(3);
	expect(openFiles(pid).filter((link) => ours.includes(link))).toEqual([]);
	expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^PPid:\t1$/m);
});

test('text is pasted as one paste and submitted', async () => {
	tmux().session('reads', 'sh', '-c', 'stty -echo; printf "\\033[?2004h"; exec cat -v');
	const server = await tmux().follow();
	await pane(server, 'reads', ({ command }) => command === 'cat');
	const text = `it's "x"; $HOME #{pid} \\n ünï 🐟 %s`;
	await server.paste(paneTarget(server, 'reads'), text, { enter: true });
	const screen = await screenOf(server, 'reads', (shown) => shown.includes('201~'));
	expect(screen).toContain(`^[[200~it's "x"; $HOME #{pid} \\n`);
	expect(tmux().run('list-buffers')).toBe('');
});

test('20 KB are pasted whole', async () => {
	tmux().session('counts', 'sh', '-c', 'stty -icanon -echo; exec head -c 20000 | cksum; sleep 1000');
	const server = await tmux().follow();
	await pane(server, 'counts', ({ command }) => command === 'head' || command === 'cksum' || command === 'sh');
	await server.paste(paneTarget(server, 'counts'), 'x'.repeat(20_000));
	await screenOf(server, 'counts', (screen) => screen.includes(' 20000'));
});

test('keys are pressed in order, also in copy mode', async () => {
	tmux().session('keys', 'cat');
	const server = await tmux().follow();
	tmux().run('copy-mode', '-t', 'keys:');
	await server.sendKeys(paneTarget(server, 'keys'), ['a', ';', '-', '#', 'ü', 'Space', '1', 'Enter']);
	await screenOf(server, 'keys', (screen) => screen.startsWith('a;-#ü 1\na;-#ü 1'));
});

test('nothing is typed into a dead pane, and the server survives the attempt', async () => {
	tmux().run('new-session', '-d', '-s', 'dead', '--', 'sh', '-c', 'exit 1', ';', 'set-option', '-w', 'remain-on-exit', 'on');
	const server = await tmux().follow();
	await pane(server, 'dead', ({ dead }) => dead);
	const target = paneTarget(server, 'dead');
	await expect(server.paste(target, 'text', { enter: true })).rejects.toMatchObject({ reason: 'stale-target' });
	await expect(server.sendKeys(target, ['x'])).rejects.toMatchObject({ reason: 'stale-target' });
	expect(tmux().run('list-sessions', '-F', '#{session_name}')).toBe('dead\n');
	expect(tmux().run('list-buffers')).toBe('');
});

test('a pane that dies while the text arrives is not pasted into', async () => {
	const server = tmux().open();
	server.start();
	for (let round = 0; round < 15; round++) {
		const name = `dies${round}`;
		const {
			paneId,
			panePid,
			server: identity,
		} = await server.newSession({ name, folder: tmux().dir, command: ['sh', '-c', 'read _; exit 1'], shoalId: 'x' });
		const killed = server.sendKeys({ server: identity, paneId, panePid }, ['Enter']);
		const pasted = server
			.paste({ server: identity, paneId, panePid }, 'y'.repeat(5000))
			.catch(({ reason }) => expect(reason).toBe('stale-target'));
		await Promise.all([killed, pasted]);
	}
	await session(server, 'dies14');
	expect(tmux().run('list-sessions', '-F', '#{session_name}').trim().split('\n')).toHaveLength(15);
	expect(tmux().run('list-buffers')).toBe('');
});

test('an option is set, and only once where it must be', async () => {
	tmux().session('marked');
	const server = await tmux().follow();
	const target = sessionTarget(server, 'marked');
	expect(await server.setUserOption(target, '@shoal_id', 'first', true)).toBe('first');
	expect(await server.setUserOption(target, '@shoal_id', 'second', true)).toBe('first');
	expect(await server.setUserOption(target, '@note', "-it's; #{pid} ü;")).toBe("-it's; #{pid} ü;");
	await expect(server.setUserOption(target, 'status', 'off')).rejects.toMatchObject({ reason: 'refused' });
	await session(server, 'marked', ({ shoalId }) => shoalId === 'first');
});

test('screens of many panes come together, missing ones are missing', async () => {
	const names = Array.from({ length: 90 }, (_, index) => `s${index}`);
	for (const name of names) tmux().session(name, 'sh', '-c', `printf '\\033[31m%s\\033[0m' 'I am ${name}'; sleep 1000`);
	const server = await tmux().follow();
	const ids = names.map((name) => paneTarget(server, name).paneId);
	await waitUntil('all have printed', () => tmux().run('capture-pane', '-p', '-t', 's89:').includes('I am s89'));
	const screens = await server.capture(['%777', ...ids, '%778']);
	expect([...screens.keys()]).toEqual(ids);
	for (const [index, name] of names.entries()) expect(screens.get(ids[index] ?? '')?.trim()).toBe(`I am ${name}`);
	expect((await server.capture([ids[3] ?? ''], { ansi: true })).get(ids[3] ?? '')).toContain('\u001b[31mI am s3');
	expect((await server.capture([])).size).toBe(0);
	tmux().run('new-session', '-d', '-s', 'long', '-y', '10', 'seq 1 40; exec cat');
	const long = tmux().run('list-panes', '-t', 'long:', '-F', '#{pane_id}').trim();
	await waitUntil('it has printed', () => tmux().run('capture-pane', '-p', '-t', 'long:').includes('40'));
	expect((await server.capture([long])).get(long)).not.toMatch(/^12$/m);
	expect((await server.capture([long], { scrolledLines: 20 })).get(long)).toMatch(/^12$/m);
});

test('clients are counted and detached, the session lives on', async () => {
	tmux().session('watched');
	const server = await tmux().follow();
	expect(await server.detachClients(sessionTarget(server, 'watched'))).toBe(0);
	terminal('terminal', ['80', '24'], server.attachCommand(sessionTarget(server, 'watched')));
	await session(server, 'watched', ({ attached }) => attached === 1);
	expect(await server.detachClients(sessionTarget(server, 'watched'))).toBe(1);
	await session(server, 'watched', ({ attached }) => attached === 0);
});

test('a second client that ignores size does not shrink the window', async () => {
	tmux().session('shown');
	const server = await tmux().follow();
	const size = () => tmux().run('display-message', '-p', '-t', 'shown:', '#{window_width}x#{window_height}').trim();
	terminal('large', ['120', '41'], server.attachCommand(sessionTarget(server, 'shown')));
	await session(server, 'shown', ({ attached }) => attached === 1);
	await waitUntil('it has the size of its client', () => size() === '120x40');
	terminal('small', ['60', '20'], server.attachCommand(sessionTarget(server, 'shown'), { ignoreSize: true }));
	await session(server, 'shown', ({ attached }) => attached === 2);
	expect(size()).toBe('120x40');
});

test('attaching to what is no longer meant fails instead', async () => {
	tmux().session('here');
	const server = await tmux().follow();
	const { file, args } = server.attachCommand({ ...sessionTarget(server, 'here'), created: 1 });
	tmux().run(
		'new-session',
		'-d',
		'-s',
		'try',
		'--',
		'env',
		'-u',
		'TMUX',
		'TERM=xterm-256color',
		file,
		...args,
		';',
		'set-option',
		'-w',
		'remain-on-exit',
		'on',
	);
	expect(await pane(server, 'try', ({ exit }) => exit !== undefined)).toMatchObject({ exit: { status: 1 } });
});
