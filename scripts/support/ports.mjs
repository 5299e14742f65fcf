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
 * Fails with one line when a service could not listen, before any of them is started.
 *
 * @param {{ variable: string, host: string, port: string }} address
 */
export async function ensurePortIsFree(address) {
  // The service says what is wrong with a port that is none.
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

/** A port that nothing listens on, as a setting. */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}
