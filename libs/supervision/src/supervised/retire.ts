import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ToSupervised } from '../messages.ts';

/** An upload over a poor connection may take this long; who sends nothing for five seconds is gone before. */
const MOST_MS = 30_000;

/** Calls back when another process has taken this one's place. */
export function onRetire(listener: () => void): void {
  process.on('message', (message: ToSupervised) => {
    if (message.type === 'retire') listener();
  });
}

/**
 * Takes no more connections and answers those that are there until the last of them has left, or until `mostMs`
 * are over. Each answer says that it is the connection's last. None is closed while it is idle, as
 * `server.close()` of node:http does: a request may be on its way to it, and would be lost.
 */
export async function answerTheLast(server: Server, mostMs = MOST_MS): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const haveLeft = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const patience = new AbortController();
  const isOver = pause(mostMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([haveLeft, isOver]);
  patience.abort();
}
