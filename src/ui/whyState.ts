/** "Why This State?": the evidence behind what a row says, as a read-only document that follows the session. */
import { EventEmitter, type TextDocumentContentProvider, Uri, window, workspace } from 'vscode';
import { type Disposable, DisposableList } from '../base/disposable.ts';
import type { Evidence, Session, SessionId } from '../sessions/session.ts';
import type { SessionList } from '../sessions/sessionList.ts';
import { modelWords } from './words/model.ts';
import { activityWord, askedWord, confidenceWord, healthWord, usageWord } from './words/state.ts';
import { viewWords } from './words/view.ts';
import { whyWords } from './words/why.ts';

const SCHEME = 'shoal-why';

export async function showWhy(session: Session): Promise<void> {
	const uri = Uri.from({ scheme: SCHEME, path: `/${session.name}`, query: session.id });
	await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
}

export function registerWhyDocuments(sessions: SessionList): Disposable {
	const parts = new DisposableList();
	const onDidChange = parts.add(new EventEmitter<Uri>());
	const provider: TextDocumentContentProvider = {
		onDidChange: onDidChange.event,
		provideTextDocumentContent: ({ query }) => {
			const session = sessions.get(query as SessionId);
			return session ? explain(session, Date.now()) : whyWords.gone();
		},
	};
	parts.add(workspace.registerTextDocumentContentProvider(SCHEME, provider));
	parts.add(
		sessions.onDidChange(({ changed, removed }) => {
			const touched = new Set<string>([...changed, ...removed].map(({ id }) => id));
			for (const { uri } of workspace.textDocuments) if (uri.scheme === SCHEME && touched.has(uri.query)) onDidChange.fire(uri);
		}),
	);
	return parts;
}

function explain(session: Session, now: number): string {
	const { evidence, decision, usage } = session;
	const lines = [`# ${session.name}: ${activityWord(session)}`, '', whyWords.because(), '', ...evidenceLines(evidence, now, '')];
	if (evidence.disagrees?.length)
		lines.push('', whyWords.against(), '', ...evidence.disagrees.flatMap((other) => evidenceLines(other, now, '')));
	if (decision) {
		lines.push('', whyWords.asks(), '', `    ${askedWord(decision)}`, `    ${decision.question}`, '');
		lines.push(
			...decision.options.map(
				({ label }, index) => `    ${index + 1}. ${label}${index === decision.defaultIndex ? ` ${whyWords.byDefault()}` : ''}`,
			),
		);
	}
	lines.push('', whyWords.also(), '');
	lines.push(`- ${viewWords.label.program()}: ${session.command} (${session.agent})`, `- ${viewWords.label.folder()}: ${session.folder}`);
	if (session.thought) {
		const { text, source } = session.thought;
		lines.push(`- ${viewWords.label.thought()}: ${text} (${source === 'model' ? modelWords.written() : source})`);
	}
	if (usage) lines.push(`- ${viewWords.label.usage()}: ${usageWord(usage)}`);
	lines.push(`- ${viewWords.label.health()}: ${healthWord(session.health)}`, '');
	return lines.join('\n');
}

function evidenceLines({ source, observation, at, confidence }: Evidence, now: number, indent: string): string[] {
	return [
		`${indent}- ${source}: ${observation}`,
		`${indent}  ${confidenceWord(confidence)}, ${whyWords.age(Math.max(0, Math.round((now - at) / 1000)))}`,
	];
}
