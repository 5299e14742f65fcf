import './support/require-node.mjs';
import { join } from 'node:path';
import { forgetBuild, noteDevelopment } from './support/built.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { ensurePortIsFree, findFreePorts } from './support/ports.mjs';
import { Program } from './support/program.mjs';
import { root } from './support/root.mjs';
import { readSettings } from './support/settings.mjs';
import { onStopSignal } from './support/signals.mjs';

const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
const STOP_GRACE_MS = 3000;

/**
 * Programs that start others and, like the Nest CLI, leave them behind. The group of each is ended
 * as a whole, and when one program ends, all end.
 */
const programs = [];
let isStopping = false;

function start(args, env) {
  const program = new Program([process.execPath, ...args], { env, isGroup: true, shows: true });
  programs.push(program);
  void program.untilEnded().then((ending) => {
    if (!isStopping) process.exitCode = Number.isInteger(ending) ? ending : 1;
    stop();
  });
  return (text) =>
    program.untilPrinted(text, 0, { withinMs: Infinity }).then(
      () => true,
      () => false,
    );
}

function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const program of programs) program.signalGroup('SIGTERM');
  setTimeout(() => {
    for (const program of programs) program.signalGroup('SIGKILL');
  }, STOP_GRACE_MS).unref();
}

await runCommand(async () => {
  await ensureInstalled();
  const { env: settings, ports, services } = readSettings(process.env, 'development');
  await Promise.all(ports.map(ensurePortIsFree));
  forgetBuild();
  // The port of live view updates stays the same over all restarts, because open pages reconnect to
  // it.
  const [liveUpdatesPort] = await findFreePorts(1);
  const env = {
    ...settings,
    LIVE_UPDATES_PORT: String(liveUpdatesPort),
    NODE_OPTIONS: `${settings.NODE_OPTIONS ?? ''} --enable-source-maps`.trim(),
  };
  onStopSignal(stop);
  // Nest's watch compiles both apps and the libs. Nest restarts the renderer, and Vite inside the
  // renderer swaps views in place. The relay starts with the first compiled output, and Node.js
  // restarts it when its files change.
  const compilerPrints = start([nest, 'start', 'renderer', '--watch'], env);
  if (!(await compilerPrints('Successfully compiled'))) return;
  noteDevelopment();
  start(['--watch', '--watch-preserve-output', services.relay.entry], env);
  if (await compilerPrints('reached as')) {
    console.log(`\nErrata in development: ${services.renderer.urls[0]}\n`);
  }
});
