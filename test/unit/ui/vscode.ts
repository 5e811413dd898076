/** Stands in for `vscode` where the words of the UI are put together; everything else of it is tested in a real window. */

export const l10n = {
	t: (message: string, ...values: readonly (string | number)[]): string =>
		message.replaceAll(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
};
