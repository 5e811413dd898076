/** What the scripted stand-in says: the first entry whose words occur in the prompt. */

const ANSWERS = [
	{
		words: /\b(run|test|check)\b.*\btests?\b|^tests?$/i,
		question: 'Do you want to run `node --test`?',
		verb: 'Testing',
		durationMs: 4_000,
		before: ['● The tests live in test/tides.test.js.', ''],
		after: [
			'● Bash(node --test)',
			'  ⎿  ✔ finds the next high water',
			'     ✔ interpolates between two tides',
			'     2 pass, 0 fail',
			'',
			'● Both tests pass. (Scripted: nothing was run.)',
		],
	},
	{
		words: /\b(fix|bug|fail|broken|error)/i,
		question: 'Do you want to make this edit to src/tides.js?',
		verb: 'Editing',
		durationMs: 5_000,
		before: [
			'● Read(src/tides.js)',
			'  ⎿  Read 24 lines',
			'',
			'● heightAt() does not clamp before the first tide:',
			'    - const share = (time - from.time) / (to.time - from.time);',
			'    + const share = Math.max(0, (time - from.time) / (to.time - from.time));',
			'',
		],
		after: ['● Update(src/tides.js)', '  ⎿  1 line changed', '', '● Fixed. (Scripted: no file was changed.)'],
	},
	{
		words: /\b(explain|what|how|why|describe)\b/i,
		verb: 'Reading',
		durationMs: 3_000,
		after: [
			'● src/tides.js holds a table of high and low waters and answers two questions:',
			'  when the next high water is, and how high the water stands between two of them.',
			'  src/cli.js prints both for now.',
		],
	},
	{
		words: /./,
		verb: 'Pondering',
		durationMs: 3_500,
		after: ['● I am a script and know only a few answers: ask me to fix, to test or to explain.'],
	},
];

export function answerTo(prompt) {
	return ANSWERS.find(({ words }) => words.test(prompt));
}
