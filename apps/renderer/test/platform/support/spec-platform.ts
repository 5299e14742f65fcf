import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStores, openDatabase } from '#product';
import type { CanActivate, LoggerService, NestInterceptor, PipeTransform } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ServerAdapter } from '#http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import supertest from 'supertest';
import { AppModule } from '../../../src/app.module.ts';
import { BuiltClient } from '../../../src/rendering/build/built-client.ts';
import { hashedAssets } from '../../../src/rendering/assets/hashed-assets.ts';
import { BuiltViews } from '../../../src/rendering/build/view-build.ts';
import { ErrorMonitoring, mountRendering, Readiness } from '../../../src/rendering/index.ts';
import type { RenderingOptions } from '../../../src/rendering/index.ts';
import { RecentLines } from '#telemetry';
import type { ErrorReporting } from '#telemetry';
import { listenOnLoopback } from '../harness/index.ts';
import { BoardModule } from '../product/board/board.ts';
import { CounterModule } from '../product/counter/counter.ts';
import { GaugesModule } from '../product/gauges/gauges.ts';
import { LinksModule } from '../product/links/links.ts';
import { CornersModule } from '../product/probe/corners.ts';
import { FrameLayout } from '../product/probe/probe.layouts.ts';
import { ProbeModule, ShelfModule } from '../product/probe/probe.module.ts';
import { Script } from '../product/probe/script.ts';
import { StampsModule } from '../product/stamps/stamps.ts';
import { TicketsModule } from '../product/tickets/tickets.module.ts';
import { DeskModule } from '../product/tour/desk.ts';
import { TourModule } from '../product/tour/tour.ts';
import { VaultModule } from '../product/vault/vault.ts';
import type { Scheduler } from '#shared';
import { buildSpecViews } from './spec-views.ts';

class AlwaysReady extends Readiness {
  override async problems(): Promise<string[]> {
    return [];
  }

  override noteAway(): void {}
}

export interface SpecPlatformOptions {
  readonly options?: Partial<Omit<RenderingOptions, 'isSecure'>>;
  readonly secure?: boolean;
  readonly reporting?: ErrorReporting;
  readonly scheduler?: Scheduler;
  readonly globalGuards?: readonly CanActivate[];
  readonly globalInterceptors?: readonly NestInterceptor[];
  readonly globalPipes?: readonly PipeTransform[];
}

export interface SpecPlatform {
  readonly app: NestExpressApplication;
  readonly script: Script;
  readonly build: string;
  readonly log: string[];
  /**
   * Listens, for specs that need a connection of their own. Resolves with the address, without a
   * slash at the end.
   */
  listen(): Promise<string>;
  end(): Promise<void>;
}

/** Starts the platform with the fixture product, whose views are built as in production. */
export async function startSpecPlatform(given: SpecPlatformOptions = {}): Promise<SpecPlatform> {
  const views = await buildSpecViews();
  const log: string[] = [];
  const client = new BuiltClient(views);
  const folder = mkdtempSync(join(tmpdir(), 'errata-platform-'));
  const database = openDatabase({ dataDir: folder });
  await database.migrate(['platform']);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot({
      modules: [
        ProbeModule,
        ShelfModule,
        CornersModule,
        TourModule,
        DeskModule,
        LinksModule,
        BoardModule,
        TicketsModule,
        VaultModule,
        GaugesModule,
        CounterModule,
        StampsModule,
      ],
      rendering: {
        options: toOptions(given),
        client,
        views: await BuiltViews.load(views),
        monitoring: new ErrorMonitoring(given.reporting, new RecentLines()),
        readiness: new AlwaysReady(),
        submits: createStores(database).idempotency,
        ...(given.scheduler ? { scheduler: given.scheduler } : {}),
      },
    }),
    new ServerAdapter(),
    { bodyParser: false, abortOnError: false, logger: noting(log) },
  );
  app.useGlobalGuards(...(given.globalGuards ?? []));
  app.useGlobalInterceptors(...(given.globalInterceptors ?? []));
  app.useGlobalPipes(...(given.globalPipes ?? []));
  mountRendering(app, { first: [], assets: hashedAssets(views) });
  await app.init();
  const script = app.get(Script, { strict: false });
  return {
    app,
    script,
    build: client.id,
    log,
    listen: () => listenOnLoopback({ app }),
    end: async () => {
      script.end();
      app.getHttpServer().closeAllConnections();
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The platform that a `describe` holds, with requests to it. */
export class HeldPlatform implements SpecPlatform {
  #started: SpecPlatform | undefined;

  async start(given?: SpecPlatformOptions): Promise<void> {
    this.#started = await startSpecPlatform(given);
  }

  get app(): NestExpressApplication {
    return this.#platform.app;
  }

  get script(): Script {
    return this.#platform.script;
  }

  get build(): string {
    return this.#platform.build;
  }

  get log(): string[] {
    return this.#platform.log;
  }

  listen = (): Promise<string> => this.#platform.listen();

  end = (): Promise<void> => this.#platform.end();

  http = () => supertest(this.app.getHttpServer());

  /** Requests a document, as a browser does. */
  get = (path: string): supertest.Test => this.http().get(path).set('Accept', 'text/html');

  get #platform(): SpecPlatform {
    if (!this.#started) throw new Error('The platform has not started yet.');
    return this.#started;
  }
}

/** Starts a platform before the specs of a `describe`, clears its notes after each, and ends it. */
export function holdPlatform(given?: SpecPlatformOptions): HeldPlatform {
  const platform = new HeldPlatform();
  beforeAll(() => platform.start(given));
  afterEach(() => {
    platform.script.take();
    platform.log.length = 0;
  });
  afterAll(() => platform.end());
  return platform;
}

function toOptions({ options, secure = false, reporting }: SpecPlatformOptions): RenderingOptions {
  return {
    ...defaults,
    ...options,
    ...(reporting ? { monitoring: reporting } : {}),
    isSecure: () => secure,
  };
}

function noting(log: string[]): LoggerService {
  const note = (line: unknown): unknown => log.push(String(line));
  return { log: () => undefined, error: note, warn: note, fatal: note };
}

const defaults: Omit<RenderingOptions, 'isSecure'> = {
  basePath: '',
  publicOrigin: 'http://localhost:3000',
  development: false,
  applicationName: 'Probe',
  layouts: [FrameLayout],
  boot: () => ({}),
  secret: 'secret of the specs',
  contentSources: {},
};
