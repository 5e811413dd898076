/** Takes a lock, says so, and keeps it until it is killed. */
import { LockFolder } from '../../../../src/registry/lock.ts';
import { ownIdentity } from '../../../../src/registry/process.ts';

const [folder = '', key = ''] = process.argv.slice(2);
const locks = new LockFolder(folder, await ownIdentity());
await locks.hold(key, async () => {
	process.stdout.write('held\n');
	await new Promise((resolve) => setTimeout(resolve, 60_000));
});
