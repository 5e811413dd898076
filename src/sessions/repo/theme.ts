/** The small file by which a repository gives its sessions a colour: `.shoal.json` with `{ "color": "cyan" }`. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { REPO_COLOURS, type RepoColour } from './colours.ts';

export const THEME_FILE = '.shoal.json';

/** Far more than such a file needs: what is longer is something else. */
const MAX_BYTES = 4096;

const Theme = v.object({ color: v.picklist(REPO_COLOURS) });

/** Undefined without such a file, or with one that says nothing we understand: a file of the repository breaks nothing. */
export async function readTheme(root: string): Promise<RepoColour | undefined> {
	const file = await open(join(root, THEME_FILE)).catch(() => undefined);
	if (!file) return undefined;
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
		const parsed = v.safeParse(Theme, JSON.parse(buffer.toString('utf8', 0, bytesRead)));
		return parsed.success ? parsed.output.color : undefined;
	} catch {
		return undefined;
	} finally {
		await file.close();
	}
}
