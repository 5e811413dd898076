/** Runs the chosen suites one after the other, all of them even when one fails, and prints the sum. */
import { bold, dim, green, red, SetupError, say, seconds } from '../setup/progress.mjs';
import { meet } from './needs.mjs';
import { endRunningSuites } from './process.mjs';
import { clearSandbox, makeSandbox } from './sandbox.mjs';
import { SUITES } from './table.mjs';

/** Leading words that name suites choose them; all that follows goes to the suites as it is. */
function choose(words) {
	const names = [...new Set(SUITES.map(({ suite }) => suite))];
	const firstOther = words.findIndex((word) => !names.includes(word));
	const chosen = firstOther < 0 ? words : words.slice(0, firstOther);
	const args = firstOther < 0 ? [] : words.slice(firstOther).filter((word, index) => !(index === 0 && word === '--'));
	if (args.length > 0 && chosen.length === 0) {
		throw new SetupError(`No suite "${args[0]}". There are: ${names.join(', ')}. What follows a suite's name is passed on to it.`);
	}
	const suites = SUITES.filter(({ suite, skip }) => (chosen.length === 0 || chosen.includes(suite)) && !skip?.(args));
	return { suites, args };
}

/** A suite that was cut short leaves everything it had; a few names tell as much as all. */
const LEFT_SHOWN = 4;

/** One suite from set-up to clean-up. Whatever goes wrong becomes a counted failure with its cause. */
async function runSuite(suite, args) {
	let env;
	try {
		env = await meet(suite.needs(args));
	} catch (error) {
		const cause = error instanceof SetupError ? error.message : (error?.stack ?? String(error));
		return { passed: 0, failed: 1, skipped: 0, cause };
	}
	const sandbox = await makeSandbox();
	let result;
	try {
		result = await suite.run({ env: { ...sandbox.env, ...env }, limitMs: suite.limitMs, args, title: suite.title });
	} catch (error) {
		result = { passed: 0, failed: 1, skipped: 0, cause: error?.stack ?? String(error) };
	}
	const left = await clearSandbox(sandbox);
	if (left.length === 0) return result;
	const more = left.length > LEFT_SHOWN ? ` and ${left.length - LEFT_SHOWN} more` : '';
	const cause = [result.cause, `left behind, now cleared: ${left.slice(0, LEFT_SHOWN).join(', ')}${more}`].filter(Boolean).join('\n');
	return { ...result, failed: result.failed + 1, cause };
}

function summaryLine({ title, passed, failed, skipped, ms }) {
	const mark = failed > 0 ? red('✗') : green('✓');
	const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
	return `${mark} ${title.padEnd(20)} ${counts.padEnd(36)} ${dim(seconds(ms))}`;
}

function indent(text) {
	return text.replace(/^/gm, '    ');
}

/** The whole cause stands above, with its suite. */
const SUMMARY_LINES = 5;

function shorten(cause) {
	const lines = cause.split('\n').filter((line) => line.trim() !== '');
	return lines.slice(0, SUMMARY_LINES).join('\n');
}

/** Returns the exit code. */
export async function runSuites(words) {
	const { suites, args } = choose(words);
	let interrupted = false;
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		process.on(signal, () => {
			interrupted = true;
			endRunningSuites();
		});
	}
	const results = [];
	for (const suite of suites) {
		if (interrupted) break;
		say(`\n${bold(suite.title)}`);
		const start = Date.now();
		const result = { title: suite.title, ...(await runSuite(suite, args)), ms: Date.now() - start };
		if (result.cause) say(red(indent(result.cause)));
		say(summaryLine(result));
		results.push(result);
	}
	say(`\n${bold('Summary')}`);
	for (const result of results) {
		say(summaryLine(result));
		if (result.cause) say(red(indent(shorten(result.cause))));
	}
	const sum = (key) => results.reduce((total, result) => total + result[key], 0);
	const [passed, failed, skipped] = [sum('passed'), sum('failed') + (interrupted ? 1 : 0), sum('skipped')];
	if (interrupted) say(red('Interrupted: not every suite has run.'));
	say(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
	return failed > 0 ? 1 : 0;
}
