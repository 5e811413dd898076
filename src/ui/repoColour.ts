/** The theme colours that stand for repositories. Terminal tabs know only the plain ones of the terminal's palette. */
import { ThemeColor } from 'vscode';
import type { RepoColour } from '../sessions/repo/colours.ts';

export function rowColour(colour: RepoColour): ThemeColor {
	return new ThemeColor(`shoal.repository.${colour}`);
}

export function tabColour(colour: RepoColour): ThemeColor {
	return new ThemeColor(`terminal.ansi${colour.charAt(0).toUpperCase()}${colour.slice(1)}`);
}
