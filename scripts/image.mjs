#!/usr/bin/env node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from './support/failure.mjs';
import { ensurePortIsFree } from './support/ports.mjs';
import { root } from './support/root.mjs';
import { Services } from './support/services.mjs';
import { readSettings } from './support/settings.mjs';
import { elapsed } from './support/steps.mjs';
import { welcome } from './support/welcome.mjs';

/**
 * Services that the image's program `errata` can run alone. Without a command it runs both; any
 * other command is an operator's.
 */
const ALONE = { renderer: 'renderer', relay: 'monitoring-relay' };

const [command] = process.argv.slice(2);
if (command === undefined) await runCommand(runAllInOne);
else if (Object.hasOwn(ALONE, command)) await importBuilt(ALONE[command], 'supervised.js');
else await importBuilt('monitoring-relay', 'errata.js');

async function runAllInOne() {
  const startMs = performance.now();
  const settings = readSettings(process.env, 'production');
  // Ports are checked before anything is created. A second start therefore leaves nothing in the
  // data of a running Errata.
  await Promise.all(settings.ports.map(ensurePortIsFree));
  const services = await Services.over(settings);
  const ready = await services.start();
  if (ready) {
    const { keptIn } = settings;
    const { refusal } = ready.relay;
    console.log(welcome({ ...ready.renderer, refusal, took: elapsed(startMs), keptIn }));
  }
  process.exitCode = await services.ended;
}

async function importBuilt(app, file) {
  await import(pathToFileURL(join(root, 'dist', 'apps', app, 'src', file)).href);
}
