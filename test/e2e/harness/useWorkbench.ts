/** Ties a test bed to a test file: started before its tests, watched after each, gone after the last. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { TestBed, type TestBedOptions } from './testBed.ts';

/** Call it once at the top of a test file; the bed is there as soon as tests run. */
export function useWorkbench(options: TestBedOptions = {}): { readonly bed: TestBed } {
	let bed: TestBed | undefined;

	beforeAll(async () => {
		bed = await TestBed.start(options);
	});

	afterEach(async ({ task }) => {
		if (!bed) return;
		if (task.result?.state === 'fail') {
			await bed.workbench.screenshot(`failed-${task.name}`).catch(() => undefined);
			const log = bed.extensionLog().split('\n').slice(-30).join('\n');
			console.error(`Screenshot in out/screenshots. The end of the extension's log:\n${log}`);
		}
		bed.assertNoCrash();
	});

	afterAll(async () => {
		await bed?.dispose();
	});

	return {
		get bed() {
			if (!bed) throw new Error('The test bed has not started.');
			return bed;
		},
	};
}
