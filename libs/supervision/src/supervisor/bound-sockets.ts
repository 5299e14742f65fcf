import { lookup } from 'node:dns/promises';
import net from 'node:net';
import type { Address } from '../address.ts';
import type { BindFault } from '../messages.ts';

export type Binding =
  | { readonly ok: true; readonly socket: net.Socket }
  | { readonly ok: false; readonly fault: BindFault };

/**
 * Binds the sockets on which child processes listen, one for each address. The sockets outlive the
 * processes. While one process replaces another, new connections wait and are not refused.
 */
export class BoundSockets {
  private readonly sockets = new Map<string, net.Socket>();

  async bind(address: Address): Promise<Binding> {
    const key = toKey(address);
    const found = this.sockets.get(key);
    if (found) return { ok: true, socket: found };
    const binding = await bindNew(address);
    if (binding.ok) this.sockets.set(key, binding.socket);
    return binding;
  }

  release(address: Address): void {
    this.sockets.get(toKey(address))?.destroy();
    this.sockets.delete(toKey(address));
  }

  close(): void {
    for (const socket of this.sockets.values()) socket.destroy();
    this.sockets.clear();
  }
}

function toKey({ host, port }: Address): string {
  return `${host} ${port}`;
}

async function bindNew({ host, port }: Address): Promise<Binding> {
  try {
    const { address } = await lookup(host);
    return { ok: true, socket: new net.Socket({ handle: bindTo({ host: address, port }) }) };
  } catch (error) {
    const { code = 'ENOTFOUND', message } = error as NodeJS.ErrnoException;
    return { ok: false, fault: { code, message } };
  }
}

/**
 * A server would accept connections, so the supervisor only binds. `child.send` takes a
 * `net.BoundSocket` away from the sender, but leaves it a `net.Socket` that wraps one.
 */
function bindTo(address: Address): net.BoundSocket {
  if (!('BoundSocket' in net)) {
    const message = `Node 26.4 or newer is needed to bind sockets; this is Node ${process.versions.node}.`;
    throw Object.assign(new Error(message), { code: 'ERR_NO_BOUND_SOCKET' });
  }
  return new net.BoundSocket(address);
}
