/** Homes for the real agents: folders of their own, already past the first-start questions, pointing at the loopback model. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Not a key: the agents want one, the loopback model reads none. */
export const KEY = 'sk-ant-api03-loopback-only-000000000000000000000000';

export interface AgentHome {
	readonly env: Readonly<Record<string, string>>;
	/** Where the agent keeps its own files. */
	readonly folder: string;
}

/** A small git repository to work in. */
export async function makeWorkspace(parent: string, name: string): Promise<string> {
	const folder = join(parent, name);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'hello.txt'), 'hello world\n');
	await run('git', ['init', '-q', folder]);
	return folder;
}

const PLAIN = { LANG: 'C.UTF-8', TERM: 'xterm-256color', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };

export async function claudeHome(
	parent: string,
	options: { api: string; workspace: string; trusted?: boolean; name?: string },
): Promise<AgentHome> {
	const home = join(parent, options.name ?? 'claude-home');
	const folder = join(home, '.claude');
	await mkdir(folder, { recursive: true });
	const config = {
		hasCompletedOnboarding: true,
		theme: 'dark',
		customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
		projects:
			options.trusted === false ? {} : { [options.workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
	};
	for (const file of [join(home, '.claude.json'), join(folder, '.claude.json')]) await writeFile(file, JSON.stringify(config));
	return {
		folder,
		env: {
			...PLAIN,
			HOME: home,
			CLAUDE_CONFIG_DIR: folder,
			ANTHROPIC_BASE_URL: options.api,
			ANTHROPIC_API_KEY: KEY,
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
			DISABLE_AUTOUPDATER: '1',
			DISABLE_TELEMETRY: '1',
		},
	};
}

export async function codexHome(
	parent: string,
	options: { api: string; workspace: string; trusted?: boolean; name?: string; sandbox?: 'workspace-write' | 'read-only' },
): Promise<AgentHome> {
	const home = join(parent, options.name ?? 'codex-home');
	const folder = join(home, '.codex');
	await mkdir(folder, { recursive: true });
	const trust = options.trusted === false ? '' : `[projects."${options.workspace}"]\ntrust_level = "trusted"\n`;
	await writeFile(
		join(folder, 'config.toml'),
		`model = "gpt-5.2-codex"
model_provider = "loopback"
approval_policy = "on-request"
sandbox_mode = "${options.sandbox ?? 'workspace-write'}"
check_for_update_on_startup = false

[model_providers.loopback]
name = "loopback"
base_url = "${options.api}/v1"
wire_api = "responses"
env_key = "LOOPBACK_KEY"
request_max_retries = 1
stream_max_retries = 3

${trust}`,
	);
	return { folder, env: { ...PLAIN, HOME: home, CODEX_HOME: folder, LOOPBACK_KEY: KEY } };
}
