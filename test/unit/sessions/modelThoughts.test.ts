import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../src/base/logger.ts';
import { ModelThoughts } from '../../../src/sessions/modelThoughts.ts';
import { screenTail } from '../../../src/sessions/screenTail.ts';
import type { Session, SessionId } from '../../../src/sessions/session.ts';
import { SessionList } from '../../../src/sessions/sessionList.ts';
import { Scene, START } from './activity/scene.ts';
import { session } from './sessionMaker.ts';

const MINUTE_MS = 60_000;

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

const working = (id: string, more: Partial<Session> = {}) => session(id, { agent: 'other', ...more });

/** A window with a model that answers after `takesMs`, and what it was asked. */
function stage(options: { wanted?: boolean; takesMs?: number; fails?: string } = {}) {
	const sessions = new SessionList();
	const asked: { at: number; screen: string }[] = [];
	const told: [SessionId, string][] = [];
	const log: string[] = [];
	const world = { wanted: options.wanted ?? true, screens: new Map<string, string>(), inFlight: 0, mostInFlight: 0 };
	const thoughts = new ModelThoughts({
		sessions,
		screenTail: async (id) => world.screens.get(id) ?? `screen of ${id} at ${Date.now()}`,
		tell: (id, sentence) => told.push([id, sentence]),
		write: async (screen) => {
			asked.push({ at: Date.now(), screen });
			world.inFlight += 1;
			world.mostInFlight = Math.max(world.mostInFlight, world.inFlight);
			await new Promise((resolve) => setTimeout(resolve, options.takesMs ?? 0));
			world.inFlight -= 1;
			if (options.fails) throw new Error(options.fails);
			return 'It compiles.';
		},
		isWanted: () => world.wanted,
		logger: { ...silentLogger, info: (message) => log.push(message) },
	});
	return { sessions, asked, told, log, world, thoughts };
}

describe('thoughts by a language model', () => {
	it('are asked for a session that prints and says nothing, at most every half minute', async () => {
		const { sessions, asked, told, thoughts } = stage();
		sessions.replace([working('one')]);
		await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
		expect(told[0]).toEqual(['one', 'It compiles.']);
		const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
		expect(asked.length).toBeGreaterThan(2);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000);
		thoughts.dispose();
	});

	it('are asked for one at a time, and for every session in turn', async () => {
		const { sessions, asked, told, world, thoughts } = stage({ takesMs: 4_000 });
		sessions.replace(['one', 'two', 'three'].map((id) => working(id)));
		await vi.advanceTimersByTimeAsync(MINUTE_MS);
		expect(world.mostInFlight).toBe(1);
		expect(new Set(told.map(([id]) => id)).size).toBe(3);
		expect(asked.length).toBeLessThanOrEqual(6);
		thoughts.dispose();
	});

	it.each<[string, readonly Session[]]>([
		['that rests', [working('one', { activity: 'idle' })]],
		['of which nothing is known', [working('one', { activity: 'unknown' })]],
		['that speaks for itself', [session('one', { agent: 'claude', thought: { text: 'Running tests', source: 'transcript', at: 1 } })]],
		['outside of tmux', [working('one', { host: { kind: 'none' } })]],
	])('are not asked for a session %s', async (_, list) => {
		const { sessions, asked, thoughts } = stage();
		sessions.replace(list);
		await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
		expect(asked).toEqual([]);
		thoughts.dispose();
	});

	it('are not asked for unless turned on and in front, and from the moment they are', async () => {
		const { sessions, asked, world, thoughts } = stage({ wanted: false });
		sessions.replace([working('one')]);
		await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
		expect(asked).toEqual([]);
		expect(vi.getTimerCount()).toBe(0);
		world.wanted = true;
		thoughts.handleChange();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(asked).toHaveLength(1);
		thoughts.dispose();
	});

	it('are not asked for again while the screen is the same', async () => {
		const { sessions, asked, world, thoughts } = stage();
		world.screens.set('one', 'the same');
		sessions.replace([working('one')]);
		await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
		expect(asked).toHaveLength(1);
		thoughts.dispose();
	});

	it('that can’t be had are said once in the log, and tried again only when something changed', async () => {
		const { sessions, asked, log, thoughts } = stage({ fails: 'there is no model' });
		sessions.replace([working('one')]);
		await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
		sessions.replace([working('one'), working('two')]);
		await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
		expect(asked).toHaveLength(1);
		expect(log).toEqual(['no thoughts by the language model: there is no model']);
		thoughts.tryAgain();
		await vi.advanceTimersByTimeAsync(MINUTE_MS);
		expect(asked.length).toBeGreaterThan(1);
		thoughts.dispose();
	});

	it('end with the window', async () => {
		const { sessions, told, thoughts } = stage({ takesMs: 20_000 });
		sessions.replace([working('one')]);
		await vi.advanceTimersByTimeAsync(6_000);
		thoughts.dispose();
		await vi.advanceTimersByTimeAsync(MINUTE_MS);
		expect(told).toEqual([]);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('are marked, and give way to what the session says itself', () => {
		const scene = new Scene('claude');
		scene.signal({ kind: 'thought', text: 'It compiles.', source: 'model', at: scene.now });
		expect(scene.state.thought).toMatchObject({ text: '✦ It compiles.', source: 'model' });
		scene.signal({ kind: 'thought', text: 'Compiling now', source: 'transcript', at: scene.now + 1 });
		scene.signal({ kind: 'thought', text: 'It sleeps.', source: 'model', at: scene.now + 2 });
		expect(scene.state.thought).toMatchObject({ text: 'Compiling now', source: 'transcript' });
	});
});

describe('what is sent of a screen', () => {
	it('is its end, without secrets and homes, also where the cut goes through one', () => {
		const key = `sk-ant-api03-${'x'.repeat(60)}`;
		const tail = screenTail(
			`\u001b[31mbegin\u001b[0m ${'a'.repeat(600)}\n\n  cd /home/somebody/work\nkey ${key}\n${'b'.repeat(430)}\n`,
			'/home/somebody',
		);
		expect(tail).toHaveLength(500);
		expect(tail).toContain('cd ~/work\nkey [redacted]\nbbb');
		expect(screenTail(`${key}${'\nrow'.repeat(115)}`)).not.toMatch(/xxx/);
	});
});
