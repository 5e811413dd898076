/**
 * Stands in for the native `@vscode/spdlog` inside code-server: the same calls, written in JavaScript, so that no compiler is
 * needed. Lines are written at once, which also lets a test read a log channel's file without waiting for a flush.
 */
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

function timestamp() {
	const now = new Date();
	const pad = (value, width = 2) => String(value).padStart(width, '0');
	const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
	return `${day} ${pad(now.getHours())}:${pad(now.getMinutes())}:${pad(now.getSeconds())}.${pad(now.getMilliseconds(), 3)}`;
}

class Logger {
	constructor(_type, name, filepath) {
		this.name = name;
		this.filepath = filepath;
		this.level = 2;
		this.formatted = true;
	}
	#write(level, message) {
		if (level < this.level) return;
		const text = this.formatted ? `${timestamp()} [${LEVELS[level]}] ${message}\n` : message;
		try {
			fs.appendFileSync(this.filepath, text);
		} catch {
			// A log that cannot be written must not take its process down.
		}
	}
	trace(message) {
		this.#write(0, message);
	}
	debug(message) {
		this.#write(1, message);
	}
	info(message) {
		this.#write(2, message);
	}
	warn(message) {
		this.#write(3, message);
	}
	error(message) {
		this.#write(4, message);
	}
	critical(message) {
		this.#write(5, message);
	}
	getLevel() {
		return this.level;
	}
	setLevel(level) {
		this.level = level;
	}
	/** VS Code sets one pattern only, the one `timestamp` and the level above follow. */
	setPattern() {}
	clearFormatters() {
		this.formatted = false;
	}
	flush() {}
	drop() {}
}

async function createLogger(name, filepath) {
	await fs.promises.mkdir(path.dirname(filepath), { recursive: true });
	return new Logger('rotating', name, filepath);
}

// VS Code imports this as an ES module: Node finds names only in plain assignments like these.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
