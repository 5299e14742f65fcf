import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { SUPERVISED } from '../messages.ts';
import type { ToSupervised } from '../messages.ts';

const ANSWER_MOST_MS = 30_000;

const IDLE_MOST_MS = 5000;

const LOOK_EVERY_MS = 50;
/** A request on a connection that was just accepted is read within this time. */
const QUIET_MS = 250;

/** Calls back when another process has taken this one's place. */
export function onRetire(listener: () => void): void {
  // A terminal that closes sends SIGHUP to all its processes. Only the supervisor reacts to this
  // signal.
  if (process.env[SUPERVISED] === '1') process.on('SIGHUP', () => undefined);
  process.on('message', (message: ToSupervised) => {
    if (message.type === 'retire') listener();
  });
}

/**
 * Stops accepting connections. Resolves when the last open connection has closed, or when `mostMs`
 * have passed. The default is longer than any request that the server's own timeouts allow. Each
 * answer tells the client that the connection closes.
 *
 * Idle connections are closed only after 5 s. `server.close()` of node:http would close them at
 * once, and requests on their way would be lost.
 */
export async function drainConnections(
  server: Server,
  mostMs = server.requestTimeout + ANSWER_MOST_MS,
): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  server.keepAliveTimeout = Math.min(server.keepAliveTimeout, IDLE_MOST_MS);
  // A connection that is idle after this time has sent no request since the hand-over, because an
  // answer would have closed the connection.
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

/** The requests of a server that are not answered yet, from the construction on. */
export class OpenRequests {
  private readonly open = new Set<ServerResponse>();
  private lastMs = 0;

  constructor(private readonly server: Server) {
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.open.add(response);
      response.once('close', () => {
        this.open.delete(response);
        this.lastMs = performance.now();
      });
    });
  }

  /**
   * Runs `close`, which waits for all connections. Closes them once no request has run for a moment,
   * because senders keep connections, and browsers open some ahead; and all after `graceMs`.
   */
  async closeWhile(close: () => Promise<unknown>, graceMs: number): Promise<void> {
    this.lastMs = performance.now();
    const look = setInterval(() => {
      this.server.closeIdleConnections();
      const isQuiet = performance.now() - this.lastMs >= QUIET_MS;
      if (this.open.size === 0 && isQuiet) this.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    const hurry = setTimeout(() => this.server.closeAllConnections(), graceMs);
    try {
      await close();
    } finally {
      clearInterval(look);
      clearTimeout(hurry);
    }
  }
}
