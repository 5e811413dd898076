/** The programs the browser suites drive, as `npm test` has found them. */
import path from 'node:path';

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

export interface Tools {
	readonly browser: string;
	readonly codeServer: { readonly node: string; readonly entry: string };
}

function required(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`${name} is not set: run this suite through npm (npm run test:e2e, npm run test:host).`);
	return value;
}

export function findTools(): Tools {
	return {
		browser: required('SHOAL_TEST_BROWSER'),
		codeServer: { node: required('SHOAL_TEST_CODE_SERVER_NODE'), entry: required('SHOAL_TEST_CODE_SERVER') },
	};
}
