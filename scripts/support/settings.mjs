import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

/**
 * Reads the settings of both services from the environment. The services validate their values
 * themselves. This function adds only what one service has to know about the other.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {'production' | 'development'} mode
 */
export function readSettings(environment, mode) {
  const { PORT, RELAY_PORT, HOST, RELAY_URL, RELAY_MODE, DATA_DIR, DATABASE_URL } = environment;
  const host = HOST || '127.0.0.1';
  const rendererPort = PORT || '3000';
  const relayPort = RELAY_PORT || '3001';
  const relay = { entry: entryOf('monitoring-relay'), urls: urlsOf(host, relayPort) };
  const renderer = { entry: entryOf('renderer'), urls: urlsOf(host, rendererPort) };
  // A relay that forwards alone has no database, so there is nothing to show.
  const services = RELAY_MODE === 'forward' ? { relay } : { relay, renderer };
  if (services.renderer && rendererPort === relayPort) {
    throw new Failure(`PORT and RELAY_PORT are both ${rendererPort}; they have to differ.`);
  }
  return {
    keptIn: DATABASE_URL ? 'the database that DATABASE_URL names' : DATA_DIR || './data',
    ports: [
      ...(services.renderer ? [{ variable: 'PORT', host, port: rendererPort }] : []),
      { variable: 'RELAY_PORT', host, port: relayPort },
    ],
    env: {
      ...environment,
      NODE_ENV: mode,
      ...(RELAY_URL ? {} : toRelayUrl(host, relayPort)),
    },
    services,
  };
}

/** Returns nothing for an invalid port, which the relay itself reports. */
function toRelayUrl(host, port) {
  return /^\d+$/.test(port) ? { RELAY_URL: `http://${reachableHost(host)}:${port}` } : {};
}

function entryOf(app) {
  return join(root, 'dist', 'apps', app, 'src', 'main.js');
}

/**
 * Returns where a service may answer: at its HOST, or only on loopback while there are no accounts.
 */
function urlsOf(host, port) {
  return [...new Set([reachableHost(host), '127.0.0.1'])].map((name) => `http://${name}:${port}`);
}

function reachableHost(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
