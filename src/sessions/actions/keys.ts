/** Keystrokes of an agent's adapter in the words of tmux. */
import type { Keystroke } from '../../agents/adapter.ts';

export function tmuxKeys(keystrokes: readonly Keystroke[]): readonly string[] {
	return keystrokes.flatMap((stroke) => (stroke.kind === 'key' ? [stroke.key] : [...stroke.text]));
}
