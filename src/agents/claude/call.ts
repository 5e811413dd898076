/** Claude's tools and what their input means: commands, edits, plans and questions. */
import { type ProposedEdit, type ProposedQuestion, type ToolCall, toolCall } from '../call.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';

export function claudeCall(id: string | undefined, tool: string, input: JsonObject | undefined): ToolCall {
	return toolCall({
		id,
		tool,
		command: asText(input?.command) ?? asText(input?.url),
		purpose: asText(input?.description),
		edits: editsOf(tool, input),
		plan: asText(input?.plan),
		questions: asArray(input?.questions)
			.map(asObject)
			.map(questionOf)
			.filter((question) => question !== undefined),
	});
}

function editsOf(tool: string, input: JsonObject | undefined): readonly ProposedEdit[] {
	const file = asText(input?.file_path) ?? asText(input?.notebook_path);
	if (!input || !file) return [];
	switch (tool) {
		case 'Edit':
			return replacement(file, input);
		case 'MultiEdit':
			return asArray(input.edits)
				.map(asObject)
				.flatMap((edit) => (edit ? replacement(file, edit) : []));
		case 'Write':
			return [{ file, after: asText(input.content) ?? '' }];
		case 'NotebookEdit':
			return [{ file, after: asText(input.new_source) ?? '' }];
		default:
			return [];
	}
}

function replacement(file: string, input: JsonObject): readonly ProposedEdit[] {
	const before = asText(input.old_string);
	const after = asText(input.new_string);
	if (before === undefined || after === undefined) return [];
	// An empty old text makes the file.
	return [{ file, ...(before !== '' && { before }), after, ...(input.replace_all === true && { everywhere: true }) }];
}

function questionOf(input: JsonObject | undefined): ProposedQuestion | undefined {
	const question = asText(input?.question);
	if (!question) return undefined;
	const options = asArray(input?.options)
		.map(asObject)
		.map((option) => ({ label: asText(option?.label) ?? '', description: asText(option?.description) }))
		.filter(({ label }) => label !== '')
		.map(({ label, description }) => ({ label, ...(description && { description }) }));
	return { question, options, several: input?.multiSelect === true };
}
