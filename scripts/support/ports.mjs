import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from './failure.mjs';

const REASONS = {
  EADDRINUSE: ({ variable, port }) =>
    `Port ${port} is in use; stop what listens there or set ${variable} to another.`,
  EACCES: ({ variable, port }) =>
    `Port ${port} may not be opened by this user; set ${variable} to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not an address of this machine.`,
};

/**
 * Throws a one-line failure when a service could not listen, before any service starts.
 *
 * @param {{ variable: string, host: string, port: string }} address
 */
export async function ensurePortIsFree(address) {
  // An invalid port passes, because the service itself says what is wrong with it.
  if (!/^\d{1,5}$/.test(address.port) || Number(address.port) > 65_535) return;
  const error = await tryToListen(address);
  if (error) throw new Failure(REASONS[error.code]?.(address) ?? error.message);
}

function tryToListen({ host, port }) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port: Number(port), exclusive: true }, () => {
      server.close(() => resolve(undefined));
    });
  });
}

/**
 * First port to try. The ports from here on are below the system's range for clients. The system
 * therefore gives them to no client, also while a service restarts.
 */
const LOWEST = 12_288;
/** Each Jest worker searches a range of its own, so that two workers never find the same port. */
const PORTS_EACH = 2048;
const MOST_WORKERS = 8;

const first = LOWEST + (Number(process.env['JEST_WORKER_ID'] ?? 0) % MOST_WORKERS) * PORTS_EACH;
/** The first port is random, because processes outside Jest share one range. */
let offset = randomInt(PORTS_EACH);

/** @returns {Promise<number[]>} */
export async function findFreePorts(count) {
  const ports = [];
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries === PORTS_EACH) throw new Error(`No port from ${first} is free.`);
    offset = (offset + 1) % PORTS_EACH;
    const port = first + offset;
    if (!(await tryToListen({ host: '127.0.0.1', port }))) ports.push(port);
  }
  return ports;
}
