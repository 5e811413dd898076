/** "This Is Wrong": saves what the session shows and what was made of it as a fixture folder that can be attached to a report. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { redact } from '../../agents/text.ts';
import { done, type Outcome } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import type { ActionDesk } from './context.ts';
import { plain } from './names.ts';

/** Private: what an agent shows may be anything, and redaction knows only what looks like a secret. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** The folder it wrote: `screen.txt` with its `.meta`, as the tests read them, and `session.json` with state and evidence. */
export function saveRecording(desk: ActionDesk, id: SessionId): Promise<Outcome<string>> {
	return desk.attempt(async () => {
		const found = desk.running(id);
		if ('kind' in found) return { kind: 'refused', refusal: found };
		const { server, session } = found;
		const { paneId } = session.host;
		const screens = await server.capture([paneId]);
		const observation = server.observation;
		const panes = observation.kind === 'listed' ? observation.listing.sessions.flatMap(({ panes: all }) => all) : [];
		const pane = panes.find((candidate) => candidate.id === paneId);
		const registry = await desk.context.registry();
		const history = await registry.journal.read(id, HISTORY_LIMIT);

		const stamp = new Date(desk.context.now()).toISOString().replaceAll(/[:.]/g, '-');
		const folder = join(dirname(registry.sessionsFolder), 'recordings', `${stamp}-${plain(session.name) || id}`);
		await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
		const meta = `cmd=${pane?.command ?? session.command} title=[${pane?.title ?? ''}] dead=${pane?.dead ? 1 : 0} path=${session.folder} cursor=`;
		const save = (name: string, text: string) => writeFile(join(folder, name), redact(text), { mode: FILE_MODE });
		await save('screen.txt', screens.get(paneId) ?? '');
		await save('screen.meta', `${meta}\n`);
		await save('session.json', `${JSON.stringify({ ...session, history }, null, '\t')}\n`);
		return done(folder);
	});
}

/** What led to the state; a month of history would only bury it. */
const HISTORY_LIMIT = 30;
