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

export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}
