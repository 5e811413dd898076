/** "Report a Problem": opens a document for the user to read; nothing is sent. */
import { readdir, readFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { env, version, window, workspace } from 'vscode';
import { problemReport } from '../../sessions/problemReport.ts';
import type { CommandContext } from './context.ts';

export async function reportProblem({ supervisor, extensionVersion, logFolder }: CommandContext): Promise<void> {
	const registry = await supervisor.openRegistry();
	const { availability } = supervisor;
	const content = problemReport({
		versions: {
			Shoal: extensionVersion,
			'VS Code': `${version} (${env.appName}${env.remoteName ? `, ${env.remoteName}` : ''})`,
			Node: process.version,
			System: `${process.platform} ${release()} ${process.arch}`,
			tmux: 'version' in availability ? availability.version : availability.kind,
		},
		sessions: supervisor.sessions.all,
		records: registry.list(),
		problems: registry.problems,
		log: await readLog(logFolder),
		home: homedir(),
	});
	await window.showTextDocument(await workspace.openTextDocument({ language: 'markdown', content }));
}

async function readLog(folder: string): Promise<string> {
	try {
		const files = (await readdir(folder)).filter((file) => file.endsWith('.log'));
		return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
	} catch {
		return '';
	}
}
