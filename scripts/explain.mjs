/** `npm run explain -- --agent claude FILE.txt …`: says for each recorded screen what the agent does in it and why, one JSON line per file. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { agents, readScreen } from '../src/agents/catalog.ts';
import { metaFileOf, parseRecording } from '../src/agents/screen/recording.ts';

const KINDS = [...Object.keys(agents), 'other'];

function usage(problem) {
	process.stderr.write(`${problem}\nnpm run explain -- --agent ${KINDS.join('|')} FILE.txt …\n`);
	return 2;
}

function explain(kind, file) {
	const meta = metaFileOf(file);
	const recording = parseRecording(readFileSync(file, 'utf8'), existsSync(meta) ? readFileSync(meta, 'utf8') : '');
	const { activity, source, observation, confidence, decision } = readScreen(kind, recording);
	return { file, activity, evidence: { source, observation, confidence, ...(decision && { decision }) } };
}

function main() {
	const { values, positionals } = parseArgs({ options: { agent: { type: 'string' } }, allowPositionals: true });
	if (!values.agent || !KINDS.includes(values.agent)) return usage('Which agent?');
	if (positionals.length === 0) return usage('Which files?');
	let missing = 0;
	for (const file of positionals) {
		try {
			process.stdout.write(`${JSON.stringify(explain(values.agent, file))}\n`);
		} catch (error) {
			missing += 1;
			process.stderr.write(`${file}: ${error.message}\n`);
		}
	}
	return missing > 0 ? 1 : 0;
}

process.exitCode = main();
