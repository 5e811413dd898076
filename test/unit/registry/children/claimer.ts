/** Wins a claim, says so, and is killed before it is done. */
import { silentLogger } from '../../../../src/base/logger.ts';
import type { ClaimAction } from '../../../../src/registry/claims.ts';
import { openRegistry } from '../../../../src/registry/registry.ts';

const [folder = '', id = '', action = '', key = ''] = process.argv.slice(2);
const registry = await openRegistry({ folder, logger: silentLogger, windowId: 'doomed' });
const { outcome } = await registry.claim(id, action as ClaimAction, key);
process.stdout.write(`${outcome}\n`);
setTimeout(() => undefined, 60_000);
