import './support/require-node.mjs';
import { join } from 'node:path';
import { forgetBuild, noteDevelopment } from './support/built.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { ensurePortIsFree, findFreePort } from './support/ports.mjs';
import { ProcessGroups } from './support/process-groups.mjs';
import { root } from './support/root.mjs';
import { readSettings } from './support/settings.mjs';

const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');

await runCommand(async () => {
  await ensureInstalled();
  const { env, ports, services } = readSettings(process.env, 'development');
  await Promise.all(ports.map(ensurePortIsFree));
  forgetBuild();
  // The port of live view updates stays the same over all restarts, because open pages reconnect to
  // it.
  const groups = new ProcessGroups({
    ...env,
    LIVE_UPDATES_PORT: await findFreePort(),
    NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim(),
  });
  // Nest's watch compiles both apps and the libs. Nest restarts the renderer, and Vite inside the
  // renderer swaps views in place. The relay starts with the first compiled output, and Node.js
  // restarts it when its files change.
  const compiler = groups.start([nest, 'start', 'renderer', '--watch']);
  await compiler.prints('Successfully compiled');
  noteDevelopment();
  groups.start(['--watch', '--watch-preserve-output', services.relay.entry]);
  await compiler.prints('reached as');
  console.log(`\nErrata in development: ${services.renderer.urls[0]}\n`);
});
