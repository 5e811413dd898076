/** The few parts of `vscode` that drawing rows needs, for a benchmark outside of VS Code. */
export class EventEmitter<T> {
	readonly #listeners = new Set<(value: T) => unknown>();
	readonly event = (listener: (value: T) => unknown) => {
		this.#listeners.add(listener);
		return { dispose: () => this.#listeners.delete(listener) };
	};
	fire(value: T): void {
		for (const listener of this.#listeners) listener(value);
	}
	dispose(): void {
		this.#listeners.clear();
	}
}

export class ThemeColor {
	readonly id: string;
	constructor(id: string) {
		this.id = id;
	}
}

export class ThemeIcon {
	readonly id: string;
	readonly color: ThemeColor | undefined;
	constructor(id: string, color?: ThemeColor) {
		this.id = id;
		this.color = color;
	}
}

export class TreeItem {
	readonly label: string;
	readonly collapsibleState: number;
	constructor(label: string, collapsibleState = 0) {
		this.label = label;
		this.collapsibleState = collapsibleState;
	}
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const Uri = { from: (parts: object) => parts };
export const commands = { executeCommand: async () => undefined };
export const l10n = {
	t: (message: string, ...args: unknown[]) => message.replaceAll(/\{(\d+)\}/g, (_, index) => String(args[Number(index)])),
};
