/** What is worth knowing before a session is started: which agents are there, what is offered for each, the defaults, and objections. */
import type { LaunchChoices } from '../../agents/adapter.ts';
import { agents, type KnownAgent } from '../../agents/catalog.ts';
import type { Refusal } from '../outcome.ts';
import type { ActionDesk } from './context.ts';
import { holderOf } from './holder.ts';
import { findAgent } from './launch.ts';
import { nameTaken, plain, plainName } from './names.ts';
import { branchFor, isBranchName, repositoryOf } from './worktree.ts';

export interface AgentOffer extends LaunchChoices {
	readonly agent: KnownAgent;
	readonly displayName: string;
	/** Where its program is; absent where it is not installed. */
	readonly program?: string;
	/** The command that installs it. */
	readonly install: string;
}

export interface SpawnDefaults {
	readonly name: string;
	/** For a worktree of its own; absent where the folder is in no git repository. */
	readonly branch?: string;
}

export class SpawnAdvice {
	readonly #desk: ActionDesk;

	constructor(desk: ActionDesk) {
		this.#desk = desk;
	}

	/** Every agent we know, in the order in which they are offered. */
	agents(): Promise<readonly AgentOffer[]> {
		return Promise.all(
			Object.values(agents).map(async ({ kind, displayName, install, choices }) => {
				const agent = kind as KnownAgent;
				const found = await findAgent(this.#desk, agent);
				return { ...choices, agent, displayName, install, ...(!('kind' in found) && { program: found.program }) };
			}),
		);
	}

	/** What a start would be called; nothing is reserved. */
	async defaults({ agent, folder, name: wish }: DefaultsRequest): Promise<SpawnDefaults> {
		const registry = await this.#desk.context.registry();
		const seen = this.#desk.context.sessions.all.map((session) => session.name);
		const name = plain(wish ?? '') || (await registry.previewName(agent, plainName(folder), seen));
		const repository = await repositoryOf(folder);
		return { name, ...(repository !== undefined && { branch: await branchFor(repository, name) }) };
	}

	async nameObjection(wish: string): Promise<Refusal | undefined> {
		const name = plain(wish);
		if (name === '') return { kind: 'bad-name', name: wish };
		const registry = await this.#desk.context.registry();
		return nameTaken(name, { sessions: this.#desk.context.sessions.all, records: registry.list() });
	}

	async issueObjection(issueId: string): Promise<Refusal | undefined> {
		const [by] = (await this.#desk.context.registry()).findUnfinishedByIssue(issueId);
		return by && { kind: 'issue-taken', issueId, by: holderOf(by) };
	}

	async branchObjection(folder: string, branch: string): Promise<Refusal | undefined> {
		const repository = await repositoryOf(folder);
		if (repository === undefined) return { kind: 'not-a-repository', folder };
		return (await isBranchName(repository, branch)) ? undefined : { kind: 'bad-branch', branch };
	}
}

interface DefaultsRequest {
	readonly agent: KnownAgent;
	readonly folder: string;
	/** What the user calls it, where they do. */
	readonly name?: string;
}
