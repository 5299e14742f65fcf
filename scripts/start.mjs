import './support/require-node.mjs';
import { ensureBuilt } from './support/built.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { ensurePortIsFree } from './support/ports.mjs';
import { Services } from './support/services.mjs';
import { readSettings } from './support/settings.mjs';
import { elapsed } from './support/steps.mjs';
import { welcome } from './support/welcome.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const startMs = performance.now();
  const settings = readSettings(process.env, 'production');
  await Promise.all(settings.ports.map(ensurePortIsFree));
  const services = await Services.over(settings, { prepares: true });
  const ready = await services.start();
  if (ready) {
    const { keptIn } = settings;
    const { refusal } = ready.relay;
    const took = elapsed(startMs);
    const shown = ready.renderer ?? { name: 'Errata’s relay', url: ready.relay.url };
    console.log(welcome({ ...shown, refusal, took, keptIn, pid: process.pid }));
  }
  process.exitCode = await services.ended;
});
