/** `npm run explain -- --agent claude FILE.txt …`: says for each recorded screen what the agent does in it and why, one JSON line per file. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

// Node warns that TypeScript files have no module type; that is of no use to whoever reads the answer.
process.removeAllListeners('warning');
const { agents, readScreen } = await import('../src/agents/catalog.ts');
const { metaFileOf, parseRecording } = await import('../src/agents/screen/recording.ts');

const KINDS = [...Object.keys(agents), 'other'];

function usage(problem) {
	process.stderr.write(`${problem}\nnpm run explain -- --agent ${KINDS.join('|')} FILE.txt …\n`);
	return 2;
}

/** npm runs scripts in the project's folder; names are meant from where the person stands. */
function find(file) {
	const asked = path.resolve(process.env.INIT_CWD ?? '.', file);
	return existsSync(asked) ? asked : path.resolve(file);
}

function explain(kind, file) {
	const found = find(file);
	const meta = metaFileOf(found);
	const recording = parseRecording(readFileSync(found, 'utf8'), existsSync(meta) ? readFileSync(meta, 'utf8') : '');
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
