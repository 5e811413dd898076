/** The text of a problem report: versions, records and log, without secrets, environment values and the home folder. */
import { redact } from '../agents/text.ts';
import type { RegistryProblem } from '../registry/problems.ts';
import type { SessionRecord } from '../registry/record.ts';
import type { Session } from './session.ts';

export interface ReportParts {
	/** Programs and systems by name. */
	readonly versions: Readonly<Record<string, string>>;
	readonly sessions: readonly Session[];
	readonly records: readonly SessionRecord[];
	readonly problems: readonly RegistryProblem[];
	readonly log: string;
	readonly home: string;
}

/** The last minutes of a busy window; an issue tracker takes 64 KB. */
const LOG_LIMIT = 30_000;
const RECORD_LIMIT = 50;

export function problemReport(parts: ReportParts): string {
	const { versions, sessions, records, problems, log, home } = parts;
	const text = [
		'# Shoal: problem report',
		'',
		'Nothing of this has been sent anywhere. Read it, take out what you don’t want to share, say what went wrong, and attach it to your report.',
		'',
		'## What happened',
		'',
		'(What did you do, what did you expect, what did you see?)',
		'',
		'## Versions',
		'',
		...Object.entries(versions).map(([name, version]) => `- ${name}: ${version}`),
		'',
		`## Sessions (${sessions.length})`,
		'',
		...sessions.map(
			({ name, agent, lifecycle, activity, health, host, evidence }) =>
				`- ${name}: ${agent}, ${lifecycle}, ${activity} (${evidence.source}: ${evidence.observation}), ${host.kind}, ${health}`,
		),
		'',
		`## Records (${records.length})`,
		'',
		'```json',
		...records.slice(0, RECORD_LIMIT).map((record) => JSON.stringify(withoutPrivateFields(record))),
		'```',
		'',
		`## Files that could not be used (${problems.length})`,
		'',
		...problems.map(({ path, reason, message }) => `- ${path}: ${reason}: ${message}`),
		'',
		'## Log',
		'',
		'```',
		log.slice(-LOG_LIMIT),
		'```',
		'',
	].join('\n');
	return redact(text, home);
}

/** What agents and people wrote is theirs; what an environment holds is secret whatever it looks like. */
function withoutPrivateFields({ thought, pause, overrides, ...record }: SessionRecord): object {
	const env = overrides?.env && Object.keys(overrides.env);
	return {
		...record,
		...(thought && { thought: '…' }),
		...(pause && { pause: '…' }),
		...(overrides && { overrides: { ...overrides, env } }),
	};
}
