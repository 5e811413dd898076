/** What the loopback model answers: chosen by the word `do:<name>` in the newest prompt, and by how many tool results came since. */

export type Block =
	| { readonly kind: 'text'; readonly text: string; readonly wordDelayMs?: number }
	| { readonly kind: 'thinking'; readonly text: string; readonly wordDelayMs: number }
	| { readonly kind: 'tool'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
	| { readonly kind: 'patch'; readonly text: string };

export type Reply =
	| { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
	| { readonly kind: 'error'; readonly status: number; readonly type: string; readonly message: string }
	/** The connection ends in the middle of the answer. */
	| { readonly kind: 'drop' };

export interface Turn {
	readonly scenario: string;
	/** Tool results since the prompt. */
	readonly step: number;
	readonly folder: string;
	/** Everything the agent sent, as text: a plan file's path is told only there. */
	readonly raw: string;
}

export function scenarioOf(text: string): string | undefined {
	return [...text.matchAll(/\bdo:([a-z0-9]+)/g)].at(-1)?.[1];
}

const say = (text: string, wordDelayMs = 2): Block => ({ kind: 'text', text, wordDelayMs });
const blocks = (...list: readonly Block[]): Reply => ({ kind: 'blocks', blocks: list });
const tool = (name: string, input: Readonly<Record<string, unknown>>): Block => ({ kind: 'tool', name, input });

export const SLOW_TEXT = 'A slow answer, word by word. '.repeat(150);

const ERRORS: Readonly<Record<string, Reply>> = {
	err400: { kind: 'error', status: 400, type: 'invalid_request_error', message: 'messages: something is invalid' },
	err500: { kind: 'error', status: 500, type: 'api_error', message: 'Internal server error' },
	err401: { kind: 'error', status: 401, type: 'invalid_request_error', message: 'Incorrect API key' },
	drop: { kind: 'drop' },
};

/** More than a small window can show. */
const LONG_COMMAND = `printf '%s\\n' ${Array.from({ length: 24 }, (_, index) => `"part ${index + 1} of a long command"`).join(' ')} > printed.txt`;
const MANY_OPTIONS = ['SQLite', 'Postgres', 'MariaDB', 'DuckDB'].map((label, index) => ({
	label,
	description: `Choice ${index + 1}: ${'what speaks for it and against it, at some length, '.repeat(2)}and what it costs`,
}));
const QUESTIONS: Readonly<Record<string, readonly object[]>> = {
	ask: [
		{
			question: 'Which database shall it be?',
			header: 'Database',
			multiSelect: false,
			options: [
				{ label: 'SQLite', description: 'One file' },
				{ label: 'Postgres', description: 'A server' },
			],
		},
	],
	askmany: [{ question: 'Which of the four databases shall it be?', header: 'Database', multiSelect: false, options: MANY_OPTIONS }],
	askseveral: [{ question: 'Which databases shall be tried?', header: 'Trials', multiSelect: true, options: MANY_OPTIONS }],
	asktwo: [
		{ question: 'Which database shall it be?', header: 'Database', multiSelect: false, options: MANY_OPTIONS },
		{
			question: 'Shall there be tests?',
			header: 'Tests',
			multiSelect: false,
			options: [
				{ label: 'Plenty', description: 'Many' },
				{ label: 'Few', description: 'Some' },
			],
		},
	],
};

const PATCH = '*** Begin Patch\n*** Update File: hello.txt\n@@\n-hello world\n+hello brave world\n*** End Patch\n';

function shared({ scenario }: Turn): Reply | undefined {
	if (ERRORS[scenario]) return ERRORS[scenario];
	if (scenario === 'slow') return blocks(say(SLOW_TEXT, 250));
	if (scenario === 'lines') return blocks(say('A line of a long answer.\n'.repeat(30), 100));
	// Prompt words in the agent's own output are no dialog.
	if (scenario === 'trap')
		return blocks(
			say(
				'The dialog reads:\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel\n\nWould you like to run the following command?\n› 1. Yes, proceed (y)\n  Press enter to confirm or esc to cancel\n',
			),
		);
	return undefined;
}

export function claudeReply(turn: Turn): Reply {
	const { scenario, step, folder, raw } = turn;
	const bash = (command: string, description: string, more = {}) => tool('Bash', { command, description, ...more });
	switch (scenario) {
		case 'bash':
			return step === 0
				? blocks(say('I will make a file.'), bash(`touch ${folder}/made-by-claude && ls`, 'Make a marker file'))
				: blocks(say('The file is there.'));
		case 'longbash':
			return step === 0
				? blocks(say('Counting now.'), bash('for i in $(seq 1 60); do echo tick $i; sleep 1; done', 'Count slowly'))
				: blocks(say('Counted.'));
		case 'think':
			return blocks(
				{ kind: 'thinking', text: 'I consider the structure of the folder. '.repeat(8), wordDelayMs: 120 },
				say('Thought about it.'),
			);
		case 'edit':
			if (step === 0) return blocks(say('Reading first.'), tool('Read', { file_path: `${folder}/hello.txt` }));
			return step === 1
				? blocks(tool('Edit', { file_path: `${folder}/hello.txt`, old_string: 'hello world', new_string: 'hello brave world' }))
				: blocks(say('Edited.'));
		case 'write':
			return step === 0
				? blocks(say('Writing a file.'), tool('Write', { file_path: `${folder}/new-file.txt`, content: 'one\ntwo\n' }))
				: blocks(say('Written.'));
		case 'ask':
		case 'askmany':
		case 'askseveral':
		case 'asktwo':
			return step === 0
				? blocks(say('I need a decision.'), tool('AskUserQuestion', { questions: QUESTIONS[scenario] }))
				: blocks(say('Going on with that.'));
		case 'longcmd':
			return step === 0 ? blocks(say('A long one.'), bash(LONG_COMMAND, 'Print many parts')) : blocks(say('Printed.'));
		case 'fetch':
			return step === 0
				? blocks(say('Fetching.'), tool('WebFetch', { url: 'https://example.com/a/page', prompt: 'Summarise' }))
				: blocks(say('Fetched.'));
		case 'bigedit':
			if (step === 0) return blocks(say('Reading first.'), tool('Read', { file_path: `${folder}/hello.txt` }));
			return step === 1
				? blocks(
						tool('Edit', {
							file_path: `${folder}/hello.txt`,
							old_string: 'hello world',
							new_string: Array.from({ length: 40 }, (_, line) => `line ${line + 1} of many lines`).join('\n'),
						}),
					)
				: blocks(say('Edited.'));
		case 'plan': {
			const file = [...raw.matchAll(/(\/[^ "\\]*\/plans\/[^ "\\]*\.md)/g)].at(-1)?.[1] ?? `${folder}/plan.md`;
			if (step === 0)
				return blocks(say('Writing the plan.'), tool('Write', { file_path: file, content: '# Plan\n\n1. Read hello.txt\n2. Change it\n' }));
			return step === 1 ? blocks(tool('ExitPlanMode', {})) : blocks(say('The plan is settled.'));
		}
		case 'agent':
			return step === 0
				? blocks(
						say('Delegating.'),
						tool('Agent', { description: 'Look at files', prompt: 'do:subwork look at the files', subagent_type: 'general-purpose' }),
					)
				: blocks(say('The sub-agent is at it.'));
		case 'agentask':
			return step === 0
				? blocks(
						say('Delegating.'),
						tool('Agent', { description: 'Make a file', prompt: 'do:subask make it', subagent_type: 'general-purpose' }),
					)
				: blocks(say('The sub-agent is at it.'));
		case 'subask':
			return step === 0
				? blocks(say('Making it.'), bash(`touch ${folder}/made-by-sub-agent`, 'Make a file for the parent'))
				: blocks(say('Made.'));
		case 'subwork':
			return step === 0 ? blocks(say('Looking.'), bash('sleep 4; ls', 'List files')) : blocks(say('Three files.', 100));
		case 'bgbash':
			return step === 0
				? blocks(bash('sleep 12; echo over', 'Background sleeper', { run_in_background: true }))
				: blocks(say('It runs in the background; I stop here.'));
		default:
			return shared(turn) ?? blocks(say('Hello from the loopback model.'));
	}
}

export function codexReply(turn: Turn): Reply {
	const { scenario, step, folder } = turn;
	const shell = (cmd: string, more = {}) => tool('exec_command', { cmd, ...more });
	switch (scenario) {
		case 'bash':
			return step === 0
				? blocks(
						say('I will make a file.'),
						shell(`touch ${folder}-outside && ls`, {
							sandbox_permissions: 'require_escalated',
							justification: 'It writes outside the folder',
						}),
					)
				: blocks(say('The file is there.'));
		case 'longbash':
			return step === 0
				? blocks(say('Counting now.'), shell('for i in $(seq 1 60); do echo tick $i; sleep 1; done', { yield_time_ms: 60_000 }))
				: blocks(say('Counted.'));
		case 'bgbash':
			return step === 0
				? blocks(say('Starting it.'), shell('sleep 8; echo over', { yield_time_ms: 250 }))
				: blocks(say('It runs in the background; I stop here.'));
		case 'patch':
			return step === 0 ? blocks(say('Editing here.'), shell(`apply_patch <<'EOF'\n${PATCH}EOF\n`)) : blocks(say('Edited.'));
		case 'edit':
			return step === 0
				? blocks(say('Editing outside.'), {
						kind: 'patch',
						text: `*** Begin Patch\n*** Add File: /var/shoal-outside.txt\n+hello\n*** End Patch\n`,
					})
				: blocks(say('Edited.'));
		case 'ask':
			return step === 0
				? blocks(
						tool('request_user_input', {
							questions: [
								{
									id: 'db',
									header: 'Database',
									question: 'Which database shall it be?',
									options: [
										{ label: 'SQLite (Recommended)', description: 'One file' },
										{ label: 'Postgres', description: 'A server' },
									],
								},
							],
						}),
					)
				: blocks(say('Going on with that.'));
		case 'plan':
			return blocks(say('<proposed_plan>\n# Plan\n\n1. Read hello.txt\n2. Change it\n</proposed_plan>\n'));
		default:
			return shared(turn) ?? blocks(say('Hello from the loopback model.'));
	}
}
