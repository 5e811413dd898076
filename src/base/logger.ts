/** The log port: `vscode.LogOutputChannel` satisfies it, and so does a test's array. */

export interface Logger {
	trace(message: string): void;
	debug(message: string): void;
	info(message: string): void;
	warn(message: string): void;
	error(message: string): void;
}

export const silentLogger: Logger = {
	trace() {},
	debug() {},
	info() {},
	warn() {},
	error() {},
};
