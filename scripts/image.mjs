#!/usr/bin/env node
import { runCommand } from './support/failure.mjs';
import { importBuilt } from './support/import-built.mjs';
import { runServices } from './support/services.mjs';
import { readSettings } from './support/settings.mjs';

/**
 * Services that the image's program `errata` can run alone. Without a command it runs both; any
 * other command is an operator's.
 */
const ALONE = {
  renderer: 'renderer/src/supervised.js',
  relay: 'monitoring-relay/src/supervised.js',
};

const [command] = process.argv.slice(2);
if (command === undefined) {
  await runCommand(() => runServices(readSettings(process.env, 'production')));
} else {
  const entry = Object.hasOwn(ALONE, command) ? ALONE[command] : 'monitoring-relay/src/errata.js';
  await importBuilt(`apps/${entry}`);
}
