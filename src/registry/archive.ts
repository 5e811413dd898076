/** The list of archived sessions: read when asked for, not kept in memory. */
import { inParallel } from '../base/parallel.ts';
import { isMissing, toRegistryError } from './errors.ts';
import { isProjectKey } from './paths.ts';
import type { Problems } from './problems.ts';
import type { SessionRecord } from './record.ts';
import { byAge } from './recordList.ts';
import { PARALLEL_READS, type RecordStore } from './store.ts';

/** How many there are, without reading them. A folder that can't be read counts as empty; listing it says why. */
export async function countArchive(store: RecordStore): Promise<number> {
	let count = 0;
	for (const project of await allProjects(store)) {
		count += (await store.ids({ project, archived: true }).catch(() => [])).length;
	}
	return count;
}

/** Newest first, of one project or of all. What can't be read is reported and left out. */
export async function readArchive(store: RecordStore, problems: Problems, project?: string): Promise<readonly SessionRecord[]> {
	const found: SessionRecord[] = [];
	for (const key of project === undefined ? await allProjects(store) : [project]) {
		if (!isProjectKey(key)) continue;
		const place = { project: key, archived: true };
		const ids = await store.ids(place).catch((error) => {
			if (isMissing(error)) return [];
			const { reason, message } = toRegistryError(error, 'It could not be read');
			problems.report({ reason, path: store.folderOf(place), message: `An archive folder was left out. ${message}` });
			return [];
		});
		await inParallel(ids, PARALLEL_READS, async (id) => {
			const stored = await store.read(place, id).catch((error) => store.reportFile(place, id, error));
			if (stored) found.push(stored.record);
		});
	}
	return found.sort(byAge);
}

async function allProjects(store: RecordStore): Promise<readonly string[]> {
	try {
		return await store.projects();
	} catch (error) {
		if (isMissing(error)) return [];
		throw toRegistryError(error, 'Could not read the archive');
	}
}
