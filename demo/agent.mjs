/** A scripted stand-in for a coding agent: it looks and waits like one, says that it is none, and touches no file. */
import { setTimeout as delay } from 'node:timers/promises';
import { answerTo } from './answers.mjs';
import { Keyboard } from './keyboard.mjs';

const SPINNER = ['·', '✢', '✳', '∗', '✻', '✽'];
const FRAME_MS = 120;
const LINE_MS = 250;

const dim = (text) => `\u001b[2m${text}\u001b[22m`;
const bold = (text) => `\u001b[1m${text}\u001b[22m`;
const orange = (text) => `\u001b[38;5;173m${text}\u001b[39m`;
const write = (text) => process.stdout.write(text);

function banner({ name, product }) {
	const lines = [
		`${orange('✻')} ${bold(`A scripted stand-in for ${product}`)}`,
		'',
		`  ${name} is not installed here. This answers to its name`,
		'  from a script: it thinks nothing and changes nothing.',
		'',
		dim(`  ${process.cwd()}`),
	];
	const width = Math.max(...lines.map((line) => visible(line).length)) + 2;
	const row = (line) => `${orange('│')} ${line}${' '.repeat(width - visible(line).length - 1)}${orange('│')}\n`;
	write(`${orange(`╭${'─'.repeat(width)}╮`)}\n${lines.map(row).join('')}${orange(`╰${'─'.repeat(width)}╯`)}\n\n`);
	write(dim('  Try "fix the failing test", "run the tests" or "explain the code"; /exit ends it.\n\n'));
}

function visible(line) {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character.
	return line.replace(/\u001b\[[0-9;]*m/g, '');
}

/** Spins until the time is over, or Escape is pressed; true when it was allowed to finish. */
async function work(keyboard, verb, durationMs) {
	const start = Date.now();
	for (let frame = 0; Date.now() - start < durationMs; frame += 1) {
		const elapsed = Math.floor((Date.now() - start) / 1000);
		write(`\r\u001b[K${orange(SPINNER[frame % SPINNER.length])} ${verb}… ${dim(`(${elapsed}s · esc to interrupt)`)}`);
		const key = await keyboard.keyWithin(FRAME_MS);
		if (key === 'escape' || key === 'interrupt') {
			write('\r\u001b[K  ⎿  Interrupted by the user\n\n');
			return false;
		}
	}
	write('\r\u001b[K');
	return true;
}

async function say(lines) {
	for (const line of lines) {
		write(`${line}\n`);
		await delay(LINE_MS);
	}
	write('\n');
}

/** A yes-or-no question, answered by number, by letter, or with the arrows and Enter. */
async function approve(keyboard, question) {
	const options = ['Yes', 'No, tell it what to do instead (esc)'];
	let chosen = 0;
	write(`${bold(question)}\n`);
	const draw = () => write(options.map((option, index) => `\u001b[K${index === chosen ? '❯' : ' '} ${index + 1}. ${option}\n`).join(''));
	draw();
	for (;;) {
		const key = await keyboard.key();
		if (key === 'end' || key === 'escape' || key === 'interrupt' || key === '2' || key === 'n') chosen = 1;
		else if (key === '1' || key === 'y') chosen = 0;
		else if (key === 'up' || key === 'down') chosen = 1 - chosen;
		const answered = !['up', 'down'].includes(key) && (key === 'enter' || key === 'end' || /^(escape|interrupt|[12yn])$/.test(key));
		write(`\u001b[${options.length}A`);
		draw();
		if (answered) return chosen === 0;
	}
}

async function respond(keyboard, prompt) {
	const { verb, durationMs, before = [], question, refused = ['● Left as it is.'], after } = answerTo(prompt);
	await say(before);
	if (question && !(await approve(keyboard, question))) return say(['', ...refused]);
	if (question) write('\n');
	if (await work(keyboard, verb, durationMs)) await say(after);
}

export async function runAgent(agent) {
	if (process.argv.includes('--version')) {
		write(`0.0.0 (a scripted stand-in for ${agent.product})\n`);
		return;
	}
	process.title = agent.name;
	const keyboard = new Keyboard(process.stdin);
	banner(agent);
	for (;;) {
		write(`${bold('>')} `);
		const prompt = await keyboard.line((text) => write(text));
		if (prompt === undefined || prompt === '/exit' || prompt === '/quit') break;
		if (prompt !== '') await respond(keyboard, prompt);
	}
	keyboard.close();
	write('\nThe stand-in has ended.\n');
}
