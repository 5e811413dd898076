/** One process as the system describes it: what is needed to tell what it is and that it is still the same one. */

export interface ProcessFacts {
	readonly pid: number;
	readonly parentPid: number;
	/** With the pid it names one run: pids are reused. Clock ticks since boot on Linux, the printed start date elsewhere. */
	readonly startTime: string;
	readonly argv: readonly string[];
	/** Whether it has a terminal: without one nobody can talk to it. */
	readonly terminal: boolean;
	/** The executable's path, where it may be read. */
	readonly executable?: string;
}

const INTERPRETER = /^(?:node|nodejs|bun|deno|python3?|tsx)(?:[\d.]*)$/;

/** The file a process runs: for an interpreter the script it was given, else its own program. */
export function programOf(process: ProcessFacts): string {
	const [program = '', ...rest] = process.argv;
	if (!INTERPRETER.test(baseName(program))) return program;
	return rest.find((argument) => !argument.startsWith('-')) ?? program;
}

export function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** A name alone is no proof: anything can be started under any name, so the executable must be the program or an interpreter. */
export function isNamed(process: ProcessFacts, name: string): boolean {
	if (baseName(programOf(process)) !== name) return false;
	if (process.executable === undefined) return true;
	const executable = baseName(process.executable).replace(/ \(deleted\)$/, '');
	return executable === name || INTERPRETER.test(executable) || process.executable.includes(`/${name}/`);
}

/** True when the program lies in this npm package's folder. */
export function runsPackage(process: ProcessFacts, packageFolder: string): boolean {
	const inside = (path: string) => path.includes(`/${packageFolder}/`);
	return inside(programOf(process)) || (process.executable !== undefined && inside(process.executable));
}
