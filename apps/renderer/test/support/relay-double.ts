import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallSignature } from '#persistence';
import type { RelayOperation } from '#shared';

export const SECRET = 'a secret of thirty-two characters';
export const OPERATION: RelayOperation = {
  problems: [],
  takesReports: true,
  room: { maxReports: 1_000_000, maxBytes: 8_000_000_000 },
  spools: [{ name: 'own', isOwn: true, depth: 12, bytes: 340_000, oldestMs: 3000, owed: 0 }],
  upstreams: [],
  heldSpools: [],
  unreadableSpools: [],
  damagedSpools: [],
  refusedKeys: [],
};
/**
 * A relay that answers as a spec says. For each request it notes whether the caller signed with the
 * secret.
 */
export class RelayDouble {
  /** Requests so far, except health checks, which renderers send at any time. */
  readonly asked: string[] = [];
  status = 200;
  operation = OPERATION;
  private readonly signature = new CallSignature(SECRET);

  readonly server: Server = createServer(({ method = '', url = '', headers }, response) => {
    const check = this.signature.check(headers.authorization, { method, target: url }, Date.now());
    if (!url.startsWith('/health/')) this.asked.push(`${method} ${url} ${check}`);
    response.writeHead(this.status).end(JSON.stringify(this.operation));
  });

  /** Listens at a free port, unless one is given. */
  static async start(port = 0, host = '127.0.0.1'): Promise<RelayDouble> {
    const relay = new RelayDouble();
    await once(relay.server.listen(port, host), 'listening');
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  reset(): void {
    this.asked.length = 0;
    this.status = 200;
    this.operation = OPERATION;
  }
}
