/** The page of every panel: empty but for its style and script, and closed to everything else. */

export interface PageParts {
	readonly title: string;
	readonly language: string;
	/** Where the page may load its style from. */
	readonly source: string;
	readonly style: string;
	readonly script: string;
	readonly nonce: string;
}

export function pageHtml({ title, language, source, style, script, nonce }: PageParts): string {
	const policy = `default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'`;
	return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<main id="main"></main>
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(script)}"></script>
</body>
</html>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
	return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
