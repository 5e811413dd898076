/** The recorded screens of test/fixtures: each lies in a folder named after what the agent does in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { AgentKind } from '../../../src/agents/adapter.ts';
import type { AgentActivity, ScreenFacts } from '../../../src/agents/screen/reading.ts';
import { metaFileOf, parseRecording } from '../../../src/agents/screen/recording.ts';

export const FIXTURES = resolve(import.meta.dirname, '../../fixtures');
const SCREENS = join(FIXTURES, 'screens');

export interface Recording {
	readonly name: string;
	readonly agent: AgentKind;
	readonly expected: AgentActivity;
	readonly screen: ScreenFacts;
}

export const recordings: readonly Recording[] = readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.txt'))
	.sort()
	.map((file) => {
		const path = join(SCREENS, file);
		const screen = parseRecording(readFileSync(path, 'utf8'), readFileSync(metaFileOf(path), 'utf8'));
		return { name: file, agent: file.split('/')[0] as AgentKind, expected: basename(dirname(file)) as AgentActivity, screen };
	});

export function recording(name: string): ScreenFacts {
	const found = recordings.find((candidate) => candidate.name === `${name}.txt`);
	if (!found) throw new Error(`no recording ${name}`);
	return found.screen;
}

export const WAITING: ReadonlySet<AgentActivity> = new Set(['needsApproval', 'needsAnswer', 'startDialog']);
