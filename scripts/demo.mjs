import './support/require-node.mjs';
import { runBuilt } from './support/built-command.mjs';
import { fillDemo } from './support/demo.mjs';
import { runServices } from './support/services.mjs';
import { readSettings } from './support/settings.mjs';
import { step } from './support/steps.mjs';

/**
 * Fills five projects with made-up events, in a running Errata or in one that this command starts.
 */
await runBuilt(async () => {
  const settings = readSettings(process.env, 'production');
  const fill = () => step('Filling five projects', () => fillDemo(settings.env));
  if (await isUp(settings)) await fill();
  else await runServices(settings, { pid: process.pid, onReady: fill });
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
