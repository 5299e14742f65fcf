import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { V8_OPTIONS } from '../../scripts/support/v8-options.mjs';
import { Server } from './server.mjs';

/** The project that reports are sent to, made at the relay's first start. */
export const PROJECT = { id: 1, publicKey: 'b'.repeat(32) };

const PROJECTS = `app=${PROJECT.id}:${PROJECT.publicKey}`;

/**
 * The built relay on a SQLite folder, at a free port.
 *
 * @param {string} dataDir
 * @param {{ core?: number }} [options]
 */
export function startRelay(dataDir, { core } = {}) {
  return Server.start([...V8_OPTIONS.relay, entryOf('monitoring-relay')], {
    core,
    settings: { DATA_DIR: dataDir, RELAY_PORT: '0', ERRATA_PROJECTS: PROJECTS },
  });
}

/**
 * The built renderer on the same folder.
 *
 * @param {string} dataDir
 * @param {{ core?: number, port: number, relayUrl: string, entry?: readonly string[] }} options
 *   `entry`: a script that starts it otherwise than its own
 */
export function startRenderer(dataDir, { core, port, relayUrl, entry = [entryOf('renderer')] }) {
  return Server.start([...V8_OPTIONS.renderer, ...entry], {
    core,
    settings: {
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      RELAY_URL: relayUrl,
      ERRATA_PROJECTS: PROJECTS,
    },
  });
}

function entryOf(app) {
  return join(root, 'dist', 'apps', app, 'src', 'main.js');
}
