/** What was dropped onto a row goes to the session: files by their path, what has none is stored first, text as it is. */
import { window } from 'vscode';
import type { Session } from '../../sessions/session.ts';
import type { Dropped } from '../tree/dropping.ts';
import { promptWords } from '../words/prompt.ts';
import { type CommandContext, mention, valueOrTell } from './context.ts';
import { deliver } from './send.ts';

export async function sendDropped(session: Session, { paths, files, text }: Dropped, context: CommandContext): Promise<void> {
	const stored: string[] = [];
	for (const { name, data } of files) {
		const path = await valueOrTell(await context.supervisor.actions.storeAttachment(data, name));
		if (path) stored.push(path);
	}
	const parts = [[...paths, ...stored].map((path) => `@${path}`).join(' '), text].filter(Boolean);
	if (parts.length === 0) return mention(promptWords.nothingDropped());
	const more = await window.showInputBox({
		title: promptWords.sendTo([session.name]),
		prompt: promptWords.sendWith(session.name),
		value: '',
		ignoreFocusOut: true,
	});
	if (more !== undefined)
		await deliver([session], { text: [more, ...parts].filter(Boolean).join('\n\n'), asCommand: false, when: 'now' }, context);
}
