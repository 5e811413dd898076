/** Which pane of a split window speaks for the session. Pure. */

/** The agent's pane, whichever one the user last looked at; among several agents the one that lives, then the first. */
export function speakingPane<P extends { readonly active: boolean; readonly dead: boolean }>(
	panes: readonly P[],
	isAgent: (pane: P) => boolean,
): P | undefined {
	const withAgent = panes.filter(isAgent);
	return withAgent.find(({ dead }) => !dead) ?? withAgent[0] ?? panes.find(({ active }) => active) ?? panes[0];
}
