import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { importBuilt } from './built.mjs';
import { Server } from './server.mjs';

/** As a supervisor starts them. */
const { FEW_ARENAS, nodeOptions } = await importBuilt('libs/supervision/src/index.js');

/** The project that reports are sent to, made at the relay's first start. */
export const PROJECT = { id: 1, publicKey: 'b'.repeat(32) };

const PROJECTS = `app=${PROJECT.id}:${PROJECT.publicKey}`;

/**
 * @typedef {object} StartOptions
 * @property {number} [core]
 * @property {Readonly<Record<string, string>>} [settings]
 * @property {readonly string[]} [nodeArgs] besides those that it always has
 * @property {readonly string[]} [under] what runs before Node, with its arguments
 */

/**
 * The built relay on a SQLite folder, at a free port; `settings` may say otherwise.
 *
 * @param {string} dataDir
 * @param {StartOptions} [options]
 */
export function launchRelay(dataDir, { core, settings, nodeArgs = [], under } = {}) {
  return Server.launch([...nodeOptions.relay, ...nodeArgs, entryOf('monitoring-relay')], {
    core,
    under,
    settings: {
      ...FEW_ARENAS,
      DATA_DIR: dataDir,
      RELAY_PORT: '0',
      ERRATA_PROJECTS: PROJECTS,
      ...settings,
    },
  });
}

/** Launches the relay and resolves once it is ready. */
export async function startRelay(dataDir, options) {
  const relay = launchRelay(dataDir, options);
  await relay.untilReady();
  return relay;
}

/**
 * The built renderer on the same folder.
 *
 * @param {string} dataDir
 * @param {StartOptions & { port: number, relayUrl: string, entry?: readonly string[] }} options
 *   `entry`: a script that starts it otherwise than its own
 */
export function launchRenderer(
  dataDir,
  { core, port, relayUrl, settings, nodeArgs = [], entry = [entryOf('renderer')] },
) {
  return Server.launch([...nodeOptions.renderer, ...nodeArgs, ...entry], {
    core,
    settings: {
      ...FEW_ARENAS,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      RELAY_URL: relayUrl,
      ERRATA_PROJECTS: PROJECTS,
      ...settings,
    },
  });
}

/** Launches the renderer and resolves once it is ready. */
export async function startRenderer(dataDir, options) {
  const renderer = launchRenderer(dataDir, options);
  await renderer.untilReady();
  return renderer;
}

function entryOf(app) {
  return join(root, 'dist', 'apps', app, 'src', 'main.js');
}
