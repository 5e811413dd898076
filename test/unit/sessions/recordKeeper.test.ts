import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/logger.ts';
import type { RecordHost } from '../../../src/registry/record.ts';
import type { Registry } from '../../../src/registry/registry.ts';
import { RecordKeeper } from '../../../src/sessions/recordKeeper.ts';
import type { Session } from '../../../src/sessions/session.ts';
import type { Presence } from '../../../src/sessions/tmuxDiscovery.ts';
import { draft, open, tempFolder } from '../registry/support.ts';

const SOCKET = 'default';
const server = { pid: 7, startTime: 100 };

function host(id: string): RecordHost {
	return { kind: 'tmux', socket: SOCKET, sessionId: `$${id}`, name: `shoal-${id}`, created: 200, server };
}

/** As tmux shows a session of that record. */
function session(id: string): Session {
	const target = { server, sessionId: `$${id}`, created: 200 };
	const tmux = { kind: 'tmux', server: SOCKET, target, paneId: `%${id}`, panePid: 1 };
	return { id, name: `shoal-${id}`, agent: 'claude', folder: '/src/demo', lifecycle: 'live', health: 'healthy', host: tmux } as Session;
}

describe('the end of a tmux server', () => {
	const clock = { now: 1_000 };

	async function kept(...ids: string[]): Promise<{ registry: Registry; keeper: RecordKeeper }> {
		clock.now = 1_000;
		const registry = await open(await tempFolder(), { now: () => clock.now });
		for (const id of ids) await registry.create(draft(id, { host: host(id) }));
		const keeper = new RecordKeeper({
			registry,
			logger: silentLogger,
			now: () => clock.now,
			isAsked: () => false,
			onDidSettle: () => undefined,
			onDidMissAtStart: () => undefined,
		});
		keeper.reconcile(ids.map(session), new Map([[SOCKET, { kind: 'listed', at: 0, sightings: new Map() }]]));
		return { registry, keeper };
	}

	const absent = (at: number) => new Map<string, Presence>([[SOCKET, { kind: 'absent', at }]]);

	it('is the cause for all of its sessions, also for one that was written down after the last look', async () => {
		const { registry, keeper } = await kept('one111', 'two222');
		clock.now = 2_000;
		await registry.update('two222', (record) => ({ ...record, issueId: 'X-1' }));
		keeper.reconcile([], absent(1_500));
		await keeper.settled();
		expect(registry.get('one111')?.stop?.cause).toBe('server_gone');
		expect(registry.get('two222')?.lifecycle).toBe('live');
		keeper.reconcile([], absent(2_500));
		await keeper.settled();
		expect(registry.get('two222')?.stop?.cause).toBe('server_gone');
	});

	it('is no cause for its last session: that took the server along', async () => {
		const { registry, keeper } = await kept('one111');
		keeper.reconcile([], absent(1_500));
		await keeper.settled();
		expect(registry.get('one111')?.stop?.cause).toBe('ended');
	});
});
