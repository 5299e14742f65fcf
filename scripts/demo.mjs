import './support/require-node.mjs';
import { ensureBuilt } from './support/built.mjs';
import { fillDemo } from './support/demo.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { Services } from './support/services.mjs';
import { readSettings } from './support/settings.mjs';
import { elapsed, step } from './support/steps.mjs';
import { welcome } from './support/welcome.mjs';

/**
 * Fills five projects with made-up events, in a running Errata or in one that this command starts.
 */
await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const settings = readSettings(process.env, 'production');
  if (await isUp(settings)) {
    await step('Filling five projects', () => fillDemo(settings.env));
    return;
  }
  const startMs = performance.now();
  const services = await Services.over(settings);
  const ready = await services.start();
  if (ready) {
    const { keptIn } = settings;
    const { refusal } = ready.relay;
    const took = elapsed(startMs);
    console.log(welcome({ ...ready.renderer, refusal, took, keptIn, pid: process.pid }));
    await step('Filling five projects', () => fillDemo(settings.env));
  }
  process.exitCode = await services.ended;
});

async function isUp({ services }) {
  const answers = Object.values(services).map(({ urls }) =>
    fetch(`${urls[0]}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return (await Promise.all(answers)).every(Boolean);
}
