/** One pane: finds out which agent runs in it, follows the agent's signals, and looks at the screen when only that can tell. */
import { DisposableList, toDisposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { AgentKind } from '../adapter.ts';
import { adapterOf, agentOfScreen, readScreen } from '../catalog.ts';
import { CommitWatch } from '../files/commitWatch.ts';
import { isShell } from '../generic.ts';
import type { ProcessSource } from '../process/source.ts';
import type { ScreenReading } from '../screen/reading.ts';
import type { AgentFact, Reading, SharedWatches, SignalReader } from '../signals.ts';
import { oneLine } from '../text.ts';
import type { AgentIdentity, CapturedScreen, PaneFacts, SignalContent } from './facts.ts';
import { AFTER_EVENT_MS, ScreenSchedule, screenNeed } from './screens.ts';
import { agentInPane, type FoundAgent } from './search.ts';

/** A pane without an agent may get one with any line it prints; its processes are looked at this often while it prints. */
const SEARCH_MS = 500;
/** Programs behind which an agent can run out of our sight. */
const TUNNELS =
	/^(?:ssh|mosh-client|et|docker|podman|nerdctl|kubectl|limactl|lima|multipass|devcontainer|distrobox|toolbox|nsenter|lxc|incus|wsl\.exe|script|screen)$/;

export interface PaneContext {
	readonly processes: ProcessSource;
	readonly shared: SharedWatches;
	readonly home: string;
	readonly logger: Logger;
	readonly now: () => number;
	readonly requestScreen: (key: string) => Promise<CapturedScreen | undefined>;
	readonly emit: (key: string, content: SignalContent) => void;
}

const NOBODY: AgentIdentity = { agent: 'other', how: 'none' };

export class PaneWatch extends DisposableList {
	readonly #context: PaneContext;
	readonly #screens: ScreenSchedule;
	#facts: PaneFacts;
	#identity: AgentIdentity | undefined;
	#reader: SignalReader | undefined;
	/** What the agent's strongest source says: the status file, or the title. */
	#owner: Reading | undefined;
	#decisionKnown = false;
	#commits: CommitWatch | undefined;
	#searching = false;
	#searchedAt = Number.NEGATIVE_INFINITY;
	#searchTimer: NodeJS.Timeout | undefined;
	#lastScreen: { readonly text: string; readonly title: string; readonly found: ScreenReading } | undefined;

	constructor(facts: PaneFacts, context: PaneContext) {
		super();
		this.#context = context;
		this.#facts = facts;
		this.#screens = this.add(new ScreenSchedule(() => this.#look(), context.now));
		this.add(toDisposable(() => this.#reader?.dispose()));
		this.add(toDisposable(() => this.#commits?.dispose()));
		this.add(toDisposable(() => clearTimeout(this.#searchTimer)));
		if (facts.dead) this.#emit({ kind: 'ended', reason: 'pane-dead', at: context.now() });
		else void this.#search();
	}

	get identity(): AgentIdentity {
		return this.#identity ?? NOBODY;
	}

	get panePid(): number {
		return this.#facts.panePid;
	}

	handle(facts: PaneFacts): void {
		const before = this.#facts;
		this.#facts = facts;
		if (facts.panePid !== before.panePid || (before.dead && !facts.dead)) this.#restart();
		else if (facts.dead && !before.dead) this.#end('pane-dead');
		else if (!facts.dead) this.#handleChange(before, facts);
	}

	#handleChange(before: PaneFacts, facts: PaneFacts): void {
		const printed = facts.outputMark !== before.outputMark;
		if (facts.title !== before.title) this.#readTitle();
		if (printed) this.#handleOutput();
		if (printed || facts.command !== before.command) this.#checkAgent(facts.command !== before.command);
	}

	#restart(): void {
		this.#forget();
		this.#identity = undefined;
		void this.#search();
	}

	#forget(): void {
		this.#reader?.dispose();
		this.#reader = undefined;
		this.#owner = undefined;
		this.#decisionKnown = false;
		this.#lastScreen = undefined;
	}

	#end(reason: 'exited' | 'pane-dead'): void {
		this.#forget();
		this.#identity = undefined;
		this.#emit({ kind: 'ended', reason, at: this.#context.now() });
	}

	#handleOutput(): void {
		this.#emit({ kind: 'output', shell: isShell(this.#facts.command), at: this.#context.now() });
		this.#reader?.poke();
		this.#screens.handleOutput(screenNeed(this.identity.agent, this.#owner, this.#decisionKnown));
	}

	/** The agent may have ended or begun: its own process is asked first, the whole pane only when that is gone. */
	#checkAgent(commandChanged: boolean): void {
		const process = this.#identity?.process;
		if (process && this.#context.processes.isAlive(process)) return;
		const wait = process || commandChanged ? 0 : this.#searchedAt + SEARCH_MS - this.#context.now();
		if (wait <= 0) {
			void this.#search();
			return;
		}
		this.#searchTimer ??= setTimeout(() => {
			this.#searchTimer = undefined;
			void this.#search();
		}, wait).unref();
	}

	async #search(): Promise<void> {
		if (this.#searching || this.disposed) return;
		this.#searching = true;
		this.#searchedAt = this.#context.now();
		const { panePid } = this.#facts;
		const found = await this.#context.processes.table().then(
			(table) => agentInPane(table, panePid),
			() => undefined,
		);
		this.#searching = false;
		if (this.disposed || this.#facts.dead || panePid !== this.#facts.panePid) return;
		this.#identify(found);
	}

	#identify(found: FoundAgent | undefined): void {
		const before = this.#identity;
		if (found && found.process.pid === before?.process?.pid && found.process.startTime === before.process.startTime) return;
		if (!found && before && !before.process) return;
		if (before?.process) this.#end('exited');
		const process = found && { pid: found.process.pid, startTime: found.process.startTime };
		this.#adopt(found && process ? { agent: found.agent, process, how: 'process' } : NOBODY);
		if (found) this.#openSignals(found);
	}

	#adopt(identity: AgentIdentity): void {
		this.#forget();
		this.#identity = identity;
		this.#emit({ kind: 'identified', ...identity, at: this.#context.now() });
		this.#readTitle();
		this.#screens.handleNeed(screenNeed(identity.agent, this.#owner, false));
	}

	#openSignals({ agent, process }: FoundAgent): void {
		const { processes, shared, home, logger, now } = this.#context;
		const reader: SignalReader | undefined = adapterOf(agent)?.openSignals?.({
			process,
			processes,
			folder: this.#facts.path,
			shared,
			home,
			logger,
			now,
			emit: (fact) => this.#reader === reader && this.#handleFact(fact),
		});
		this.#reader = reader;
	}

	#handleFact(fact: AgentFact): void {
		this.#emit(fact);
		if (fact.kind === 'edit') this.#followCommits();
		if (fact.kind === 'turn' && this.#owner?.source !== 'status-file')
			this.#screens.handleNeed({ everyMs: undefined, onceMs: AFTER_EVENT_MS });
		if (fact.kind === 'reading' && fact.reading.source === 'status-file') this.#own(fact.reading);
		if (fact.kind === 'silent' && fact.source === 'status-file') this.#own(undefined);
	}

	/** From its first edit on it matters whether what it changed is committed. */
	#followCommits(): void {
		if (this.#commits?.folder === this.#facts.path || this.disposed) return;
		this.#commits?.dispose();
		this.#commits = new CommitWatch(this.#facts.path, (at) => this.#emit({ kind: 'commit', at }));
	}

	#own(reading: Reading | undefined): void {
		const same = this.#owner?.activity === reading?.activity && this.#owner?.at === reading?.at;
		this.#owner = reading;
		if (same) return;
		this.#decisionKnown = false;
		this.#screens.handleNeed(screenNeed(this.identity.agent, reading, false));
	}

	/** A title may prove work or a question; that it proves nothing is told too, because then the screen decides. */
	#readTitle(): void {
		const adapter = adapterOf(this.identity.agent);
		if (!adapter) return;
		const found = adapter.readTitle(this.#facts.title);
		const at = this.#context.now();
		const reading: Reading | undefined = found && {
			source: 'title',
			activity: found.activity,
			observation: found.observation,
			confidence: found.confidence,
			at,
		};
		const titled = this.#owner?.source === 'title';
		if (!reading && !titled) return;
		if (reading && titled && this.#owner?.activity === reading.activity) return;
		this.#emit(reading ? { kind: 'reading', reading } : { kind: 'silent', source: 'title', at });
		if (this.#owner?.source !== 'status-file') this.#own(reading);
	}

	async #look(): Promise<void> {
		const { key } = this.#facts;
		const at = this.#context.now();
		const captured = await this.#context.requestScreen(key).catch((error: unknown) => {
			this.#context.logger.debug(`screen of ${key} can't be had: ${String(error)}`);
			return undefined;
		});
		if (!captured || this.disposed || this.#facts.dead || key !== this.#facts.key) return;
		const { command, path } = this.#facts;
		const screen = { text: captured.text, title: captured.title ?? this.#facts.title, dead: false, command, path };
		if (this.identity.agent === 'other' && TUNNELS.test(command)) this.#recognise(screen);
		this.#tell(screen, at);
	}

	/** Behind a tunnel the picture is all there is; it must be unmistakable. */
	#recognise(screen: { text: string; title: string; dead: boolean }): void {
		const agent: AgentKind = agentOfScreen(screen);
		if (agent !== 'other') this.#adopt({ agent, how: 'screen' });
	}

	#tell(screen: { text: string; title: string; dead: boolean; command: string; path: string }, at: number): void {
		const last = this.#lastScreen;
		const found = last && last.text === screen.text && last.title === screen.title ? last.found : readScreen(this.identity.agent, screen);
		this.#lastScreen = { text: screen.text, title: screen.title, found };
		// A picture that changed is output that no mark may have told of.
		if (last && last.text !== screen.text) this.#reader?.poke();
		const { thought, source, ...rest } = found;
		// What the title decides is told as the title's word; the screen then adds nothing.
		if (source !== 'title') this.#emit({ kind: 'reading', reading: { ...rest, source: 'screen', at } });
		const line = found !== last?.found && thought ? oneLine(thought) : undefined;
		if (line) this.#emit({ kind: 'thought', text: line, source: 'screen', at });
		const waits = this.#owner?.activity === 'needsApproval' || this.#owner?.activity === 'needsAnswer';
		this.#decisionKnown = found.decision !== undefined;
		if (waits && !this.#decisionKnown) this.#screens.tryAgain();
		const activity = this.#owner?.activity ?? found.activity;
		if (activity === 'working' || activity === 'retrying') this.#screens.keepLooking(this.#owner !== undefined);
	}

	#emit(content: SignalContent): void {
		if (!this.disposed) this.#context.emit(this.#facts.key, content);
	}
}
