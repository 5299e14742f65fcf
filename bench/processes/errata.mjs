import { join } from 'node:path';
import { importBuilt } from '../../scripts/support/import-built.mjs';
import { root } from '../../scripts/support/root.mjs';
import { nodeOn } from './cores.mjs';
import { toEnvironment } from './environment.mjs';
import { findFreePorts } from '../../scripts/support/ports.mjs';
import { Program } from '../../scripts/support/program.mjs';

/**
 * The options and memory settings with which the supervisor starts services. Measured servers get
 * the same.
 */
const { MALLOC_ARENAS, nodeOptions } = await importBuilt('libs/supervision/src/index.js');

/**
 * @typedef {object} StartOptions
 * @property {number} [core]
 * @property {Readonly<Record<string, string>>} [settings]
 * @property {readonly string[]} [nodeArgs] added to the usual ones
 * @property {readonly string[]} [under] a command that runs Node.js, with its arguments
 */

/** Launches a Node.js script that says over IPC when it is ready. */
export function launchServer(args, { core, settings = {}, nodeArgs = [], under = [] } = {}) {
  const command = [...under, ...nodeOn([...nodeArgs, ...args], core)];
  return new Program(command, { env: toEnvironment(settings), isServer: true });
}

/**
 * Launches the built relay on a SQLite folder, at a free port. `settings` may replace the folder
 * and the port.
 *
 * @param {string} dataDir
 * @param {StartOptions} [options]
 */
export function launchRelay(dataDir, { settings, nodeArgs = [], ...options } = {}) {
  return launchServer([entryOf('monitoring-relay')], {
    ...options,
    nodeArgs: [...nodeOptions.relay, ...nodeArgs],
    settings: { ...MALLOC_ARENAS, DATA_DIR: dataDir, RELAY_PORT: '0', ...settings },
  });
}

/**
 * Launches the relay and resolves once it is ready.
 *
 * @type {(...launch: Parameters<typeof launchRelay>) => Promise<Program>}
 */
export function startRelay(dataDir, options) {
  return launchRelay(dataDir, options).untilReady();
}

/**
 * Launches the built renderer on the same folder.
 *
 * @param {string} dataDir
 * @param {StartOptions & { port: number, relayUrl: string, entry?: readonly string[] }} options
 * `entry`: another script that starts the renderer
 */
export function launchRenderer(
  dataDir,
  { port, relayUrl, settings, nodeArgs = [], entry = [entryOf('renderer')], ...options },
) {
  return launchServer(entry, {
    ...options,
    nodeArgs: [...nodeOptions.renderer, ...nodeArgs],
    settings: {
      ...MALLOC_ARENAS,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      RELAY_URL: relayUrl,
      ...settings,
    },
  });
}

export async function startRenderer(dataDir, options) {
  const [port] = await findFreePorts(1);
  return launchRenderer(dataDir, { port, ...options }).untilReady();
}

function entryOf(app) {
  return join(root, 'dist', 'apps', app, 'src', 'main.js');
}
