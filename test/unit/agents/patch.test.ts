import { describe, expect, it } from 'vitest';
import { editsOfPatch } from '../../../src/agents/codex/patch.ts';

describe('a patch of Codex', () => {
	it('is a list of changes, one for each hunk', () => {
		const patch = [
			'*** Begin Patch',
			'*** Update File: src/a.ts',
			'@@ function one() {',
			' kept',
			'-old',
			'+new',
			'@@',
			'-gone',
			' end',
			'*** Add File: b.txt',
			'+hello',
			'+',
			'*** Delete File: c.txt',
			'*** End Patch',
			'',
		].join('\n');
		expect(editsOfPatch(patch)).toEqual([
			{ file: 'src/a.ts', before: 'kept\nold\n', after: 'kept\nnew\n' },
			{ file: 'src/a.ts', before: 'gone\nend\n', after: 'end\n' },
			{ file: 'b.txt', after: 'hello\n\n' },
			{ file: 'c.txt' },
		]);
	});

	it('is found inside a command of a shell', () => {
		const command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\nEOF\n";
		expect(editsOfPatch(command)).toEqual([{ file: 'a.txt', before: 'one\n', after: 'two\n' }]);
	});

	it('that is no patch changes nothing', () => {
		expect(editsOfPatch('hello\n+there')).toEqual([]);
	});
});
