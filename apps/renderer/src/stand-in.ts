import type { RequestListener, Server } from 'node:http';
import type { Express } from 'express';
import { ConnectionTurns, ServerAdapter } from '#http';
import { drainConnections, listenAt, stopListeningAt } from '#supervision';
import type { RendererConfig } from './config/renderer-config.ts';
import { observeRenderer } from './metrics/observe-renderer.ts';
import { RendererMetrics } from './metrics/renderer-metrics.ts';
import { mountStandIn, NoIntake, Readiness } from './rendering/index.ts';
import type { ProductFront } from './rendering/index.ts';

class NeverReady extends Readiness {
  override async problems(): Promise<string[]> {
    return ['The application waits for its database.'];
  }

  override noteAway(): void {}
}

export interface Successor {
  readonly host: string;
  readonly listener: RequestListener;
}

/**
 * Listens while the renderer waits for its database. Serves requests that need no database, and
 * answers all others with 503. The renderer does not take over the stand-in's metrics, and counts
 * from zero like a restarted process.
 */
export class StandIn {
  private readonly server: Server;
  private readonly address: { readonly host: string; readonly port: number };

  constructor(config: RendererConfig, front: ProductFront) {
    const { basePath, publicUrl, host, port } = config;
    this.address = { host, port };
    const adapter = new ServerAdapter(front.connectionRules);
    const app = adapter.getInstance<Express>();
    if (config.trustProxy !== undefined) app.set('trust proxy', config.trustProxy);
    const metrics = new RendererMetrics(config.version);
    mountStandIn(app, {
      name: front.name,
      publicOrigin: new URL(publicUrl).origin,
      basePath,
      intake: front.intake ?? new NoIntake(),
      first: [
        ...observeRenderer({ config, metrics, readiness: new NeverReady() }),
        ...(front.first ?? []),
      ],
    });
    adapter.initHttpServer();
    this.server = adapter.getHttpServer() as Server;
  }

  listen(): Promise<void> {
    return listenAt(this.server, this.address);
  }

  /**
   * Stops taking connections, because a renderer listens at `host` from now on. Resolves once all
   * connected clients have left.
   *
   * When `host` is the stand-in's own host, `listener` answers the connected clients. Otherwise the
   * stand-in continues to answer them, because its clients must not reach a renderer that listens
   * only at another host.
   */
  handOver({ host, listener }: Successor): Promise<void> {
    if (host === this.address.host) {
      this.server
        .removeAllListeners('request')
        .on('request', new ConnectionTurns(listener).listener);
    } else {
      stopListeningAt(this.server, this.address);
    }
    return drainConnections(this.server);
  }

  async close(graceMs: number): Promise<void> {
    const hurry = setTimeout(() => this.server.closeAllConnections(), graceMs);
    await drainConnections(this.server);
    clearTimeout(hurry);
  }
}
