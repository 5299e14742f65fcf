import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { SUPERVISED } from '../messages.ts';
import type { ToSupervised } from '../messages.ts';

const ANSWER_MOST_MS = 30_000;

/** Time until idle connections are closed, after another process has taken over. */
const IDLE_MOST_MS = 5000;

/** Calls back when another process has taken this one's place. */
export function onRetire(listener: () => void): void {
  // A closed terminal sends SIGHUP to all its processes. The supervisor decides what that means.
  if (process.env[SUPERVISED] === '1') process.on('SIGHUP', () => undefined);
  process.on('message', (message: ToSupervised) => {
    if (message.type === 'retire') listener();
  });
}

/**
 * Stops accepting connections. Answers the open connections until the last has closed, or until
 * `mostMs` have passed. The default is longer than any request that the server's own timeouts
 * allow. Each answer tells the client that the connection closes after it.
 *
 * Idle connections are closed only after 5 s. `server.close()` of node:http would close them at
 * once, and lose a request on its way.
 */
export async function drainConnections(
  server: Server,
  mostMs = server.requestTimeout + ANSWER_MOST_MS,
): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  server.keepAliveTimeout = Math.min(server.keepAliveTimeout, IDLE_MOST_MS);
  // A connection that is idle now has sent nothing since the hand-over; any answer would have
  // closed it.
  const closing = setTimeout(() => server.closeIdleConnections(), IDLE_MOST_MS);
  await new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, mostMs);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(patience);
      resolve();
    });
  });
  clearTimeout(closing);
}
