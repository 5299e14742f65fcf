import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Address } from '../address.ts';
import type { ToSupervised } from '../messages.ts';
import { isSupervised, say } from './say.ts';

/**
 * Connections that may wait to be accepted. The system has a limit of its own
 * (`net.core.somaxconn`).
 */
const BACKLOG = 4096;

let lastId = 0;

/**
 * Listens at the address, with the supervisor's socket if there is one. Rejects like
 * `server.listen`.
 */
export async function listenAt(server: Server, address: Address): Promise<void> {
  // Node reads from a socket that it receives, and would destroy this one, which is not connected.
  // Listening before the next turn of the event loop prevents this.
  if (isSupervised()) server.listen(await askForSocket(address), BACKLOG);
  else server.listen({ ...address, backlog: BACKLOG });
  await once(server, 'listening');
}

/** Stops accepting connections, for this process and its successors. Open connections stay. */
export function stopListeningAt(server: Server, address: Address): void {
  server.close();
  if (isSupervised()) say({ type: 'release', address });
}

function askForSocket(address: Address): Promise<object> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      process.off('message', onMessage);
      process.off('disconnect', leave);
      end();
    };
    const onMessage = (message: ToSupervised, socket: object): void => {
      if (message.type !== 'socket' || message.id !== id) return;
      const { fault } = message;
      settle(() => (fault ? reject(toError(fault, address)) : resolve(socket)));
    };
    const leave = (): void => settle(() => reject(new Error('The supervisor has gone.')));
    process.on('message', onMessage);
    process.on('disconnect', leave);
    // The supervisor may have ended before the listener for `disconnect` was added.
    if (!process.connected) leave();
    say({ type: 'bind', id, address });
  });
}

function toError(
  { code, message }: { code: string; message: string },
  { port }: Address,
): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code, port, syscall: 'listen' });
}
