/** Who sets the size of a window that several terminals show. */

/**
 * `polite`: a tab that is opened beside another terminal only looks; it takes the size when the user types into it.
 * `own`: the tab always takes part in setting the size, as a plain `tmux attach` does.
 * `never`: the tab never sets the size.
 */
export type Sizing = 'polite' | 'own' | 'never';

export function attachesQuietly(sizing: Sizing, otherClients: number): boolean {
	switch (sizing) {
		case 'polite':
			return otherClients > 0;
		case 'own':
			return false;
		case 'never':
			return true;
	}
}

const ESC = '\u001b';

/** What a terminal sends by itself: focus and mouse reports, and answers to questions about what it can do. */
const REPORT = new RegExp(`^${ESC}(?:\\[[IO]$|\\[<|\\[M|\\[[?>=]?[\\d;]*[cRnt]$|\\]|P)`);

export function isTyped(input: string): boolean {
	return !REPORT.test(input);
}
