/** Prompts that have broken other tools. */

/** Exactly as the user wrote it, about 5 KB. */
export const FIRST_PROMPT = `!rm -rf "$HOME" \`id\` $(whoami) 'single' "double" \\ back\\slash
-- --dangerous -x
	tab; semicolon && pipe | star * ? [a-z] {1,2} #hash ~tilde %s \${HOME}
#{pane_id} #{E:@x} é ü 日本語 🐟
${'A line of plain words to fill the prompt, with $dollars and `ticks`.\n'.repeat(70)}the end`;

export const UNICODE = 'Grüße — 日本語のテキスト 🐟🐠 עברית á ﷽ “quotes” ‘too’ … ½';

export const LONG = Array.from(
	{ length: 330 },
	(_, line) => `line ${line}: "quoted" $VAR \`tick\` and 'more' words to make it longer`,
).join('\n');
