import type { RequestListener, Server } from 'node:http';
import type { Express } from 'express';
import { ServerAdapter } from '#http';
import { answerTheLast, listenAt, stopListeningAt } from '#supervision';
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

/** What takes the place of a stand-in, on the same port. */
export interface Successor {
  readonly host: string;
  readonly listener: RequestListener;
}

/**
 * Listens in place of a renderer that cannot be put together because its database is away: what needs none goes on,
 * and everything else is answered 503. It counts on its own, as a process that is started again does.
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

  /** Binds the configured address. Rejects when it is in use. */
  listen(): Promise<void> {
    return listenAt(this.server, this.address);
  }

  /**
   * Takes no more connections: a renderer listens at `host` from now on. It answers those that are there, unless it
   * listens at another address, which who is connected here is not to reach. Resolves once they have gone.
   */
  giveWay({ host, listener }: Successor): Promise<void> {
    if (host === this.address.host) {
      this.server.removeAllListeners('request').on('request', listener);
    } else {
      stopListeningAt(this.server, this.address);
    }
    return answerTheLast(this.server);
  }

  /** Ends what is under way after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const hurry = setTimeout(() => this.server.closeAllConnections(), graceMs);
    await answerTheLast(this.server);
    clearTimeout(hurry);
  }
}
