/** Loads the bundle once beside a `vscode` that answers everything with nothing, and prints what that took. */
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');

/** Anything can be read from it, called, constructed and extended; it never pretends to be a promise or a list. */
function anything() {
	const target = class {};
	const proxy = new Proxy(target, {
		get(_, name) {
			if (name === 'prototype') return target.prototype;
			if (name === Symbol.toPrimitive) return () => '';
			if (name === 'then' || typeof name === 'symbol') return undefined;
			return anything();
		},
		set: () => true,
		apply: () => anything(),
		// A class that extends it needs a real object to put its own fields on.
		construct: (_, args, newTarget) => (newTarget === proxy ? anything() : Reflect.construct(target, args, newTarget)),
	});
	return proxy;
}

/** The answers that steer the extension: settings have their defaults, and no folder is open. */
const vscode = new Proxy(
	{
		version: '1.0.0',
		env: { appName: 'bench', sessionId: 'bench' },
		workspace: new Proxy(
			{ workspaceFolders: undefined, isTrusted: true, getConfiguration: () => ({ get: (_key, fallback) => fallback }) },
			fallThrough(),
		),
		l10n: { t: (message) => String(message) },
	},
	fallThrough(),
);

function fallThrough() {
	return { get: (known, name) => (name in known ? known[name] : anything()) };
}

const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));

const storage = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
const context = new Proxy(
	{
		subscriptions: [],
		extension: { packageJSON: { version: '0.0.0' }, id: 'shoal.shoal' },
		globalStorageUri: { fsPath: path.join(storage, 'global') },
		storageUri: { fsPath: path.join(storage, 'workspace') },
		logUri: { fsPath: path.join(storage, 'log') },
	},
	fallThrough(),
);

globalThis.gc();
const before = process.memoryUsage();
const start = performance.now();
const extension = require(process.argv[2]);
const loaded = performance.now();
// Without an await, this line is reached when activate() first gives way.
const activated = extension.activate(context);
const end = performance.now();

Promise.resolve(activated)
	.catch(() => undefined)
	.then(() => {
		globalThis.gc();
		const after = process.memoryUsage();
		const kb = (name) => (after[name] - before[name]) / 1024;
		fs.rmSync(storage, { recursive: true, force: true });
		process.stdout.write(JSON.stringify({ loadMs: loaded - start, activateMs: end - loaded, rssKb: kb('rss'), heapKb: kb('heapUsed') }));
		process.exit(0);
	});
