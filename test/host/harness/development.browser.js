/** Runs in the page, before the workbench: adds `shoalDevelopmentOptions` to the configuration as soon as the parser has made its element. */
(() => {
	if (window !== window.top) return;
	const observer = new MutationObserver(() => {
		const element = document.getElementById('vscode-workbench-web-configuration');
		if (!element) return;
		observer.disconnect();
		const configuration = JSON.parse(element.getAttribute('data-settings'));
		configuration.developmentOptions = { ...configuration.developmentOptions, ...globalThis.shoalDevelopmentOptions };
		element.setAttribute('data-settings', JSON.stringify(configuration));
	});
	observer.observe(document, { childList: true, subtree: true });
})();
