/** The one error of this layer: why tmux did not do or say what was asked. */

export type TmuxErrorReason =
	/** The tmux program is not installed or not executable. */
	| 'missing'
	/** A tmux older than we can work with. */
	| 'unsupported'
	/** No server runs on this socket: a reliable "no sessions". */
	| 'absent'
	/** The server can't be asked (permission, hang, version clash): says nothing about its sessions. */
	| 'unobservable'
	/** The session or pane is gone, or is no longer the one that was meant. Nothing was done. */
	| 'stale-target'
	/** The pane no longer shows what was looked at. Nothing was done. */
	| 'changed'
	| 'duplicate-name'
	/** A folder to start in that does not exist (tmux would silently choose another). */
	| 'no-folder'
	/** tmux understood and refused. */
	| 'refused';

export class TmuxError extends Error {
	override readonly name = 'TmuxError';
	readonly reason: TmuxErrorReason;

	constructor(reason: TmuxErrorReason, message: string, options?: { cause?: unknown }) {
		super(message, options);
		this.reason = reason;
	}
}
