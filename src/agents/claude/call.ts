/** Claude's tools and what their input means: commands, edits, plans and questions. */
import { type ProposedEdit, questionsIn, type ToolCall, toolCall } from '../call.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';

export function claudeCall(id: string | undefined, tool: string, input: JsonObject | undefined): ToolCall {
	return toolCall({
		id,
		tool,
		command: asText(input?.command) ?? asText(input?.url),
		purpose: asText(input?.description),
		edits: editsOf(tool, input),
		plan: asText(input?.plan),
		questions: questionsIn(input),
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
