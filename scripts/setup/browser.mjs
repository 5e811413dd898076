/** Finds a browser of the Chromium family for the suites that drive VS Code in one. */
import { existsSync } from 'node:fs';
import { run, which } from './command.mjs';
import { SetupError } from './progress.mjs';
import { installSystemPackage } from './system-packages.mjs';

const ON_PATH = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome',
	'microsoft-edge',
	'microsoft-edge-stable',
];
const MAC_APPS = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WHY = 'No Chromium, Chrome or Edge found: the in-host and browser suites run VS Code in one.';
const HINT = 'Install Google Chrome or Chromium, or name one in the environment variable CHROMIUM.';

/** Ubuntu's `chromium-browser` is a script that only asks for a snap, and a snap may not see files in /tmp: it must really run. */
async function works(file) {
	return (await run(file, ['--version'], { timeout: 20_000 })).ok;
}

async function find() {
	const candidates = [...ON_PATH.map(which), ...(process.platform === 'darwin' ? MAC_APPS : [])];
	for (const file of candidates) if (file && existsSync(file) && (await works(file))) return file;
	return undefined;
}

async function isUbuntu() {
	return /^ID=ubuntu$/m.test((await run('cat', ['/etc/os-release'])).output);
}

/** The path of the browser; installs Debian's chromium where a package of that name brings a real one. */
export async function ensureBrowser() {
	if (process.env.CHROMIUM) {
		if (await works(process.env.CHROMIUM)) return process.env.CHROMIUM;
		throw new SetupError(`CHROMIUM names ${process.env.CHROMIUM}, which does not run.`);
	}
	const found = await find();
	if (found) return found;
	if (process.platform !== 'linux' || (await isUbuntu())) throw new SetupError(`${WHY}\n${HINT}`);
	await installSystemPackage('chromium', WHY);
	const installed = await find();
	if (!installed) throw new SetupError(`${WHY}\n${HINT}`);
	return installed;
}
