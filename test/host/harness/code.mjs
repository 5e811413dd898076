#!/usr/bin/env -S node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON
/** Stands in for the VS Code executable: takes the arguments that @vscode/test-electron gives it, and runs them in code-server and a browser. */
import { runStandIn } from './standIn.ts';

process.exit(await runStandIn(process.argv.slice(2)));
