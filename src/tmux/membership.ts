/** Our place in one run of a server: taken, kept and given up together with the other windows that share what is ours there. */
import type { TmuxClient } from './client.ts';
import type { ServerIdentity } from './model.ts';
import type { Command } from './quoting.ts';
import {
	CHECK_FORMAT,
	type Check,
	isUsable,
	joinCommands,
	lackingHooks,
	leaveCommands,
	type Member,
	newMember,
	parseCheck,
} from './traces.ts';

interface Stay {
	readonly server: ServerIdentity;
	readonly member: Member;
	members: readonly string[];
	standing: string;
}

export type Joined =
	| { readonly kind: 'joined'; readonly channel: string; readonly lacking: readonly string[] }
	| { readonly kind: 'refused'; readonly why: string };

export class Membership {
	readonly #client: TmuxClient;
	#stay: Stay | undefined;

	constructor(client: TmuxClient) {
		this.#client = client;
	}

	isIn(server: ServerIdentity): boolean {
		return this.#stay !== undefined && isSameServer(this.#stay.server, server);
	}

	/** Puts what is ours into the server, or takes over what another window or a crash has left there. */
	async join(server: ServerIdentity): Promise<Joined> {
		const check = await this.#check([]);
		if (check.exitsUnattached)
			return { kind: 'refused', why: 'the server is set to exit when unattached, and a stream would keep it alive' };
		const known = this.#stay && isSameServer(this.#stay.server, server) ? this.#stay.member : undefined;
		const stay: Stay = { server, member: known ?? newMember(check.members), members: check.members, standing: '' };
		// Known before it is true, so that we leave again even if we are ended in between.
		this.#stay = stay;
		const joined = await this.#check(joinCommands(stay.member, check.members));
		stay.members = joined.members;
		stay.standing = joined.standing;
		if (!isUsable(joined)) return { kind: 'refused', why: 'the server does not take our options' };
		return { kind: 'joined', channel: stay.member.channel, lacking: lackingHooks(joined) };
	}

	async putBack(): Promise<void> {
		if (this.#stay) await this.join(this.#stay.server);
	}

	/** What a check inside a stream means for us. */
	handleCheck(check: Check): 'well' | 'removed' | 'unwelcome' {
		const stay = this.#stay;
		if (!stay) return 'well';
		stay.members = check.members;
		if (check.exitsUnattached) return 'unwelcome';
		return check.standing === stay.standing && check.members.includes(stay.member.entry) ? 'well' : 'removed';
	}

	/** The server is gone, and what was ours in it. */
	forget(): void {
		this.#stay = undefined;
	}

	/** The commands that take us out, if we are in. */
	leave(): Command[] | undefined {
		return this.#stay && leaveCommands(this.#stay.member, this.#stay.members);
	}

	/** The check comes last, also where a version refuses something before it. */
	async #check(commands: readonly Command[]): Promise<Check> {
		const output = await this.#client.ask([...commands, ['display-message', '-p', CHECK_FORMAT]], { partial: true });
		return parseCheck(output.replace(/\n$/, '').split('\n').at(-1) ?? '');
	}
}

export function isSameServer(a: ServerIdentity, b: ServerIdentity): boolean {
	return a.pid === b.pid && a.startTime === b.startTime;
}
