/** Everything of Shoal that a window shows, built in the order data flows: terminals, view, commands, and what tells of news. */
import { type ExtensionContext, type LogOutputChannel, Uri } from 'vscode';
import { DisposableList } from '../base/disposable.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { resumeAtStart } from './autoResume.ts';
import type { CommandContext } from './commands/context.ts';
import { sendDropped } from './commands/drop.ts';
import { registerCommands } from './commands/table.ts';
import { DecisionPanel } from './decision/decisionPanel.ts';
import { DetailsPanels } from './details/detailsPanels.ts';
import { KeptFile } from './keptFile.ts';
import { registerModelThoughts } from './languageModel.ts';
import { KeptMemory } from './memory.ts';
import { Notices } from './notices.ts';
import { keepOffersTrue } from './offers.ts';
import { tellRegistryNews } from './registryNews.ts';
import { TerminalMemory } from './terminal/terminalMemory.ts';
import { registerTerminalProfile } from './terminal/terminalProfile.ts';
import { SessionTerminals } from './terminal/terminals.ts';
import { SessionsView } from './tree/sessionsView.ts';
import { Unseen } from './unseen.ts';
import { registerWhyDocuments } from './whyState.ts';

export class ShoalWindow extends DisposableList {
	constructor(supervisor: Supervisor, extension: ExtensionContext, log: LogOutputChannel) {
		super();
		const { sessions } = supervisor;
		const storage = (extension.storageUri ?? extension.globalStorageUri).fsPath;
		const memory = new KeptMemory(new KeptFile(storage, 'memory.json', log));
		const terminals = this.add(new SessionTerminals(supervisor, log));
		const unseen = this.add(new Unseen(sessions, terminals, memory));
		const view = this.add(
			new SessionsView({ supervisor, terminals, unseen, memory, onDidDrop: (...dropped) => sendDropped(...dropped, context) }),
		);
		const pages = { supervisor, terminals, unseen, memory, log, media: Uri.joinPath(extension.extensionUri, 'media') };
		const context: CommandContext = {
			supervisor,
			terminals,
			view,
			decisions: this.add(new DecisionPanel(pages)),
			details: this.add(new DetailsPanels(pages)),
			unseen,
			memory,
			log,
			logFolder: extension.logUri.fsPath,
			extensionVersion: extension.extension.packageJSON.version,
		};
		this.add(keepOffersTrue(supervisor));
		this.add(registerCommands(context));
		this.add(registerTerminalProfile(context));
		this.add(new Notices(context));
		this.add(registerWhyDocuments(sessions));
		this.add(registerModelThoughts(supervisor, log));
		this.add(tellRegistryNews(supervisor));
		this.add(resumeAtStart(context));
		this.add(new TerminalMemory(new KeptFile(storage, 'tabs.json', log), terminals, sessions)).start();
	}
}
