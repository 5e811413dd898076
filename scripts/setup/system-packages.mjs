/** Installs programs by the system's package manager where that needs no question answered, and else says how to. */
import { run, tail, which } from './command.mjs';
import { SetupError, step } from './progress.mjs';

/** Each manager's way to install without asking; `refresh` is what it needs when its lists are stale. */
const MANAGERS = [
	{ name: 'apt-get', install: ['install', '-y', '--no-install-recommends'], refresh: ['update'], root: true },
	{ name: 'dnf', install: ['install', '-y'], root: true },
	{ name: 'pacman', install: ['-S', '--noconfirm', '--needed'], refresh: ['-Sy'], root: true },
	{ name: 'apk', install: ['add', '--no-interactive'], refresh: ['update'], root: true },
	{ name: 'zypper', install: ['--non-interactive', 'install'], root: true },
	{ name: 'brew', install: ['install'], root: false },
];

function manager() {
	// On macOS other managers may be present, but Homebrew is what people use.
	const order = process.platform === 'darwin' ? [...MANAGERS].reverse() : MANAGERS;
	return order.find(({ name }) => which(name));
}

/** How to become root without a question: '' when we are, `sudo -n` when it asks nothing, undefined when it would. */
async function elevation({ root }) {
	if (!root || process.getuid?.() === 0) return [];
	if (which('sudo') && (await run('sudo', ['-n', 'true'])).ok) return ['sudo', '-n'];
	return undefined;
}

/** The line a person would type to install a package here. */
export function installCommand(packageName) {
	const found = manager();
	if (!found) return `install ${packageName} with your system's package manager`;
	return `${found.root ? 'sudo ' : ''}${[found.name, ...found.install, packageName].join(' ')}`;
}

/** Installs a package, or throws a SetupError that says what is missing, why it is needed, and how to install it. */
export async function installSystemPackage(packageName, why) {
	const found = manager();
	const prefix = found ? await elevation(found) : undefined;
	const advice = `Install it and run the command again:\n\n    ${installCommand(packageName)}\n`;
	if (!found || !prefix) throw new SetupError(`${why}\n${advice}`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const call = (args) => {
		const [file, ...rest] = [...prefix, found.name, ...args];
		return run(file, rest, { env });
	};
	await step(`installing ${packageName} with ${found.name}`, async () => {
		let result = await call([...found.install, packageName]);
		if (!result.ok && found.refresh) {
			await call(found.refresh);
			result = await call([...found.install, packageName]);
		}
		if (!result.ok) throw new SetupError(`${why}\n${found.name} could not install it:\n${tail(result.output, 8)}\n\n${advice}`);
	});
}
