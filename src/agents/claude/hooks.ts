/**
 * Optional hooks for sessions we start: they add what exactly is asked, and never decide a state. They are passed on the command
 * line, so no file of the user changes; they are silent and end with 0 whatever happens, so the user never notices them.
 */
import { asObject, asText, asTime, parseObject } from '../json.ts';
import type { AgentFact } from '../signals.ts';
import { claudeCall } from './call.ts';

/** Claude runs hooks by a shell: the folder goes in as one quoted word, and the file gets its name when it is whole. */
export function hookSettings(spoolFolder: string): string {
	const folder = `'${spoolFolder.replaceAll("'", `'\\''`)}'`;
	const command = `{ f=${folder}/$$; cat >"$f.part" && mv "$f.part" "$f-$(date +%s%N).json"; } 2>/dev/null; exit 0`;
	return JSON.stringify({ hooks: { PermissionRequest: [{ matcher: '*', hooks: [{ type: 'command', command, timeout: 5 }] }] } });
}

export interface HookNews {
	readonly conversation: string;
	readonly fact: Extract<AgentFact, { kind: 'called' }>;
}

/** Only a request for permission says something that nothing else does: above all a sub-agent's, which no transcript of the session has. */
export function readHook(text: string, now: number): HookNews | undefined {
	const payload = parseObject(text);
	const conversation = asText(payload?.session_id);
	const tool = asText(payload?.tool_name);
	if (!payload || !conversation || !tool || payload.hook_event_name !== 'PermissionRequest') return undefined;
	const at = asTime(payload.timestamp) ?? now;
	return { conversation, fact: { kind: 'called', call: claudeCall(undefined, tool, asObject(payload.tool_input)), at } };
}
