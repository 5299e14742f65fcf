import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { getSystemErrorName } from 'node:util';
import type { Address } from '../address.ts';
import type { BindFault } from '../messages.ts';

/**
 * The part of Node's internal TCP handle that this file uses. `child.send` accepts such a handle
 * like a server.
 */
export interface SocketHandle {
  getsockname(name: object): number;
  close(): void;
}

export type Binding =
  | { readonly ok: true; readonly socket: SocketHandle }
  | { readonly ok: false; readonly fault: BindFault };

type CreateServerHandle = (host: string, port: number, family: number) => SocketHandle | number;

/**
 * Node's cluster module binds with this undocumented function. No documented function binds without
 * accepting connections.
 */
const createServerHandle = (net as unknown as Record<string, CreateServerHandle>)[
  '_createServerHandle'
]!;

/**
 * Binds the sockets on which child processes listen, one for each address. The sockets outlive the
 * processes. While one process replaces another, new connections wait and are not refused.
 */
export class BoundSockets {
  private readonly sockets = new Map<string, SocketHandle>();

  async bind(address: Address): Promise<Binding> {
    const key = toKey(address);
    const found = this.sockets.get(key);
    if (found) return { ok: true, socket: found };
    const binding = await bindNew(address);
    if (binding.ok) this.sockets.set(key, binding.socket);
    return binding;
  }

  release(address: Address): void {
    this.sockets.get(toKey(address))?.close();
    this.sockets.delete(toKey(address));
  }

  close(): void {
    for (const socket of this.sockets.values()) socket.close();
    this.sockets.clear();
  }
}

function toKey({ host, port }: Address): string {
  return `${host} ${port}`;
}

async function bindNew({ host, port }: Address): Promise<Binding> {
  let ip: { address: string; family: number };
  try {
    ip = await lookup(host);
  } catch (error) {
    const { code = 'ENOTFOUND', message } = error as NodeJS.ErrnoException;
    return { ok: false, fault: { code, message } };
  }
  const socket = createServerHandle(ip.address, port, ip.family);
  if (typeof socket === 'number') return refused(socket, port);
  // libuv reports an address in use only when the handle is asked for its address.
  const errno = socket.getsockname({});
  if (errno === 0) return { ok: true, socket };
  socket.close();
  return refused(errno, port);
}

function refused(errno: number, port: number): Binding {
  const code = getSystemErrorName(errno);
  return { ok: false, fault: { code, message: `bind ${code} ${port}` } };
}
