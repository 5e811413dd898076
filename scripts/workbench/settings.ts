/** Settings that make a VS Code quiet: no tips, no welcome pages, no look-ups, nothing that moves. */

export const QUIET_SETTINGS: Readonly<Record<string, unknown>> = {
	'workbench.colorTheme': 'Default Dark Modern',
	'workbench.startupEditor': 'none',
	'workbench.tips.enabled': false,
	'workbench.welcomePage.walkthroughs.openOnInstall': false,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.enableExperiments': false,
	'workbench.layoutControl.enabled': false,
	'chat.disableAIFeatures': true,
	'extensions.ignoreRecommendations': true,
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'telemetry.telemetryLevel': 'off',
	'update.mode': 'none',
	'window.commandCenter': false,
	'remote.autoForwardPorts': false,
	'remote.restoreForwardedPorts': false,
	'json.schemaDownload.enable': false,
	'npm.autoDetect': 'off',
	'git.openRepositoryInParentFolders': 'never',
};

/** On top, for tests: terminals drawn as text that can be read, and nothing that comes back from an earlier window. */
export const TEST_SETTINGS: Readonly<Record<string, unknown>> = {
	...QUIET_SETTINGS,
	'terminal.integrated.gpuAcceleration': 'off',
	'terminal.integrated.shellIntegration.enabled': false,
	'terminal.integrated.enablePersistentSessions': false,
	'terminal.integrated.cursorBlinking': false,
	'workbench.reduceMotion': 'on',
	'editor.accessibilitySupport': 'off',
	'files.autoSave': 'off',
	'git.enabled': false,
};
