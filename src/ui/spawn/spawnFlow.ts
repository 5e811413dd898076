/** "Spawn Agent…": asks where, who, what first and in which place, shows the sum of it, and starts. */
import type { CommandContext } from '../commands/context.ts';
import { runSteps, type Step } from '../steps/reply.ts';
import { agentStep } from './agentStep.ts';
import { type Draft, emptyDraft, isSettled, type Settled } from './draft.ts';
import { folderStep } from './folderStep.ts';
import { placeStep } from './placeStep.ts';
import { promptStep } from './promptStep.ts';
import { summaryStep } from './summaryStep.ts';

/** What to start; undefined where the user left. A folder that is known is not asked for. */
export async function askWhatToSpawn(context: CommandContext, folder: string | undefined): Promise<Settled | undefined> {
	const steps: readonly Step<Draft>[] = [agentStep(context), promptStep(context), placeStep, summaryStep(context)];
	const draft = await (folder === undefined ? runSteps(emptyDraft, [folderStep, ...steps]) : runSteps({ ...emptyDraft, folder }, steps));
	return draft && isSettled(draft) ? draft : undefined;
}
