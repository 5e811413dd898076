/** Reads what a part of a window shows now, without waiting for it. */
import type { Locator } from 'playwright-core';

/** Matches this text and nothing more, save the blanks (of any kind) that icons leave around labels. */
export function exactly(text: string): RegExp {
	return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}

/** The shown text, or '' when the part is not there. */
export async function shownText(locator: Locator): Promise<string> {
	return (await locator.allInnerTexts()).join(' ').trim();
}
