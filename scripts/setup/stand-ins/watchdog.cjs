/**
 * Stands in for VS Code's native watchdog inside code-server. The native one ends an extension host whose event loop hangs after its
 * parent has died; the extension host's own check of its parent, once a second, is all that short-lived servers need.
 */
exports.start = () => {};
exports.exit = (code) => process.exit(code ?? 0);
