/** One editor tab with a page of ours: sends it what to show, and does what its buttons name. The tab outlives the extension host. */
import { randomBytes } from 'node:crypto';
import { env, Uri, type WebviewPanel } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { pageHtml } from './page.ts';
import type { Piece } from './piece.ts';

/** What happens on a button, or with the text of a form. */
export type PanelAction = (text: string) => unknown;

export interface PanelView {
	readonly title: string;
	readonly body: readonly Piece[];
	/** By the names that the pieces carry. A name that is not here any more does nothing. */
	readonly actions: Readonly<Record<string, PanelAction>>;
	/** What brings the panel back after the window was reloaded. */
	readonly state: string;
}

export interface PanelOptions {
	readonly media: Uri;
	readonly log: Logger;
	readonly render: () => PanelView;
	/** A button was pressed whose meaning has gone meanwhile. */
	readonly onStale?: () => void;
}

/** "3 minutes ago" changes at this pace. */
const CLOCK_MS = 30_000;

export class Panel extends DisposableList {
	readonly #panel: WebviewPanel;
	readonly #options: PanelOptions;
	#view: PanelView | undefined;
	#ready = false;
	#scheduled = false;

	constructor(panel: WebviewPanel, options: PanelOptions) {
		super();
		this.#panel = panel;
		this.#options = options;
		const { webview } = panel;
		webview.options = { enableScripts: true, enableForms: true, localResourceRoots: [options.media] };
		this.add(webview.onDidReceiveMessage((message: unknown) => this.#handleMessage(message)));
		this.add(panel.onDidChangeViewState(() => this.update()));
		this.add(panel.onDidDispose(() => this.dispose()));
		const clock = setInterval(() => this.update(), CLOCK_MS);
		this.add({ dispose: () => clearInterval(clock) });
		panel.iconPath = Uri.joinPath(options.media, 'icon.png');
		const resource = (name: string) => webview.asWebviewUri(Uri.joinPath(options.media, name)).toString();
		webview.html = pageHtml({
			title: panel.title,
			language: env.language,
			source: webview.cspSource,
			style: resource('panel.css'),
			script: resource('panel.js'),
			nonce: randomBytes(16).toString('base64url'),
		});
	}

	get visible(): boolean {
		return this.#panel.visible;
	}

	reveal(): void {
		this.#panel.reveal();
	}

	/** Closes the tab. */
	close(): void {
		this.#panel.dispose();
	}

	/** Shows what is so now; many changes in one turn are shown once. */
	update(): void {
		if (this.#scheduled || this.disposed) return;
		this.#scheduled = true;
		queueMicrotask(() => {
			this.#scheduled = false;
			if (!this.disposed) this.#show();
		});
	}

	#show(): void {
		this.#view = this.#options.render();
		if (this.#panel.title !== this.#view.title) this.#panel.title = this.#view.title;
		// A hidden page is not there; it asks again when it is shown.
		if (!this.#ready || !this.#panel.visible) return;
		const { body, state } = this.#view;
		void this.#panel.webview.postMessage({ kind: 'show', body, state });
	}

	#handleMessage(message: unknown): void {
		if (typeof message !== 'object' || message === null || !('kind' in message)) return;
		if (message.kind === 'ready') {
			this.#ready = true;
			this.#show();
		}
		if (message.kind !== 'act' || !('action' in message) || typeof message.action !== 'string') return;
		const text = 'text' in message && typeof message.text === 'string' ? message.text : '';
		const actions = this.#view?.actions ?? {};
		const action = Object.hasOwn(actions, message.action) ? actions[message.action] : undefined;
		if (action) void this.#act(action, text);
		else this.#options.onStale?.();
	}

	async #act(action: PanelAction, text: string): Promise<void> {
		try {
			await action(text);
		} catch (error) {
			this.#options.log.error(`a panel's action failed: ${String(error)}`);
		}
	}
}
