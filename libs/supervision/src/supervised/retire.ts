import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { SUPERVISED } from '../messages.ts';
import type { ToSupervised } from '../messages.ts';

/** For the answer to the last request that has arrived. */
const ANSWER_MOST_MS = 30_000;

/** Of a connection, once another process takes the new ones: who has one for longer has it closed, and opens another. */
const IDLE_MOST_MS = 5000;

/** Calls back when another process has taken this one's place. */
export function onRetire(listener: () => void): void {
  // A terminal that is closed tells all that were started from it: what that means is the supervisor's to say.
  if (process.env[SUPERVISED] === '1') process.on('SIGHUP', () => undefined);
  process.on('message', (message: ToSupervised) => {
    if (message.type === 'retire') listener();
  });
}

/**
 * Takes no more connections and answers those that are there until the last of them has left, or until `mostMs`
 * are over: a request that the server itself lets arrive is answered, while who sends nothing is gone before, by the
 * server's own timeouts. Each answer says that it is the connection's last. None is closed as it falls idle, as
 * `server.close()` of node:http does: a request may be on its way to it, and would be lost. After 5 s all are.
 */
export async function answerTheLast(
  server: Server,
  mostMs = server.requestTimeout + ANSWER_MOST_MS,
): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  server.keepAliveTimeout = Math.min(server.keepAliveTimeout, IDLE_MOST_MS);
  // What is idle then has been so since, or it would have had its last answer.
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
