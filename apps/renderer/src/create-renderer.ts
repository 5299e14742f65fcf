import type { RequestListener, Server } from 'node:http';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createStores, openDatabase } from '#product';
import { ensureDataFolder, ensureSecret, requireRestored } from '#persistence';
import type { Database } from '#persistence';
import type { Stores } from '#product';
import { answerTheLast, listenAt, startsBeside, stopListeningAt } from '#supervision';
import { createLogger } from '#telemetry';
import { AppModule } from './app.module.ts';
import { withSecret } from './config/renderer-config.ts';
import type { RendererConfig, RunningConfig } from './config/renderer-config.ts';
import { DatabaseReadiness } from './database-readiness.ts';
import { observeRenderer } from './metrics/observe-renderer.ts';
import { RendererMetrics } from './metrics/renderer-metrics.ts';
import { createServiceFetch } from './metrics/service-fetch.ts';
import { createFront, createProduct, migrationSets } from './product.ts';
import {
  createAddressedFetch,
  ErrorMonitoring,
  LiveStreams,
  mountRendering,
  openViewBuild,
  PageAdapter,
  writeAddressTypes,
} from './rendering/index.ts';
import type {
  Product,
  ProductFront,
  RenderingOptions,
  RoutedApplication,
  ViewBuild,
} from './rendering/index.ts';
import { prepareBehind } from './prepare-behind.ts';
import { StandIn } from './stand-in.ts';
import { toStartFault } from './start-fault.ts';

export interface Renderer {
  readonly app: NestExpressApplication;
  /** What the product is called. */
  readonly name: string;
  readonly product: Product;
  readonly stores: Stores;
  readonly monitoring: ErrorMonitoring;
  /**
   * Binds the configured address, or loopback alone until somebody owns the application; resolves once requests are
   * taken. Rejects when it is in use.
   */
  listen(): Promise<void>;
  /** HOST is not what it listens on, because nobody owns the application yet. */
  readonly isKeptOnLoopback: boolean;
  /**
   * Takes no more connections, answers those who are connected, for at most `mostMs`, then closes. Without `mostMs` it
   * waits for all of them: another renderer has the address.
   */
  retire(mostMs?: number): Promise<void>;
  /** Stops taking requests, finishes those under way for at most `GRACE_MS`, and lets go of everything. */
  close(): Promise<void>;
}

/** Shorter than what `npm start` and compose grant, so that the rest is still done. */
const GRACE_MS = 3000;

export interface Waiting {
  /** Ends it: what is created rejects with the reason. */
  readonly signal: AbortSignal;
}

/**
 * Opens the database, brings its schema up to date and puts the application together: the only way
 * it is started. Rejects with a one-line message when it cannot be. With `waiting` a PostgreSQL that is away, or a
 * migration that takes long, is no reason: something else listens at the configured address until it is back, passes on what needs no database and
 * answers pages 503.
 */
export async function createRenderer(config: RendererConfig, waiting?: Waiting): Promise<Renderer> {
  const { logLevel: level, logFormat: format } = config;
  Logger.overrideLogger(createLogger({ service: 'renderer', level, format }));
  ensureDataFolder(config.dataDir);
  requireRestored(config.dataDir);
  const database = openDatabase(config);
  const secret = config.secret ?? ensureSecret(config.dataDir);
  const running = withSecret(config, secret);
  const front = createFront(running);
  const { product, standIn } = await prepareProduct({ running, front, database, waiting });
  const stores = createStores(database, { secret });
  const monitoring = new ErrorMonitoring(product.reporting);
  const build = await openViewBuild(config);
  const app = await assemble({
    config,
    secret,
    front,
    product,
    database,
    stores,
    build,
    monitoring,
  });
  if (config.development) {
    const routed = app.getHttpAdapter().getInstance() as RoutedApplication;
    writeAddressTypes(routed, config.rootFolder);
  }
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll({ app, build, database, monitoring, standIn }));
  return {
    app,
    name: front.name,
    product,
    stores,
    isKeptOnLoopback: isKeptOnLoopback(config, product),
    listen: () => {
      const listener = app.getHttpAdapter().getInstance() as RequestListener;
      // It lets go of the address at once, and its last answers need not be waited for.
      void standIn?.giveWay({ host: toHost(config, product), listener });
      return listen(app.getHttpServer(), config, product);
    },
    monitoring,
    retire: async (mostMs) => {
      // They would be the last to leave.
      app.get(LiveStreams).end();
      await answerTheLast(app.getHttpServer(), mostMs);
      await close();
    },
    close,
  };
}

interface Preparing {
  readonly running: RunningConfig;
  readonly front: ProductFront;
  readonly database: Database;
  readonly waiting: Waiting | undefined;
}

/** The product on a database that is up to date, and what has listened meanwhile, and still does, where that took long. */
async function prepareProduct({
  running,
  front,
  database,
  waiting,
}: Preparing): Promise<{ product: Product; standIn?: StandIn }> {
  const prepare = async (): Promise<Product> => {
    await database.migrate(migrationSets);
    return createProduct(running, database);
  };
  // Beside a renderer that serves, a new one is not needed before it can.
  if (!waiting || startsBeside()) return { product: await prepare() };
  let standIn: StandIn | undefined;
  try {
    const product = await prepareBehind({
      prepare,
      // A file that cannot be opened is no server that comes back.
      mayBeAway: database.kind === 'postgres',
      signal: waiting.signal,
      standIn: () => (standIn = new StandIn(running, front)).listen(),
    });
    return { product, ...(standIn ? { standIn } : {}) };
  } catch (error) {
    await standIn?.close(GRACE_MS);
    await database.close();
    throw error;
  }
}

const LOOPBACK = '127.0.0.1';

function isKeptOnLoopback({ host, isOpen }: RendererConfig, { reservedUntil }: Product): boolean {
  const isLoopback = [LOOPBACK, '::1', 'localhost'].includes(host);
  return reservedUntil !== undefined && !isOpen && !isLoopback;
}

/** Where it listens at first. */
function toHost(config: RendererConfig, product: Product): string {
  return isKeptOnLoopback(config, product) ? LOOPBACK : config.host;
}

async function listen(server: Server, config: RendererConfig, product: Product): Promise<void> {
  // Not Nest's own `listen`: it logs a failure besides rejecting.
  const { port } = config;
  const listenOn = (host: string) => listenAt(server, { host, port });
  await listenOn(toHost(config, product));
  if (!isKeptOnLoopback(config, product)) return;
  const logger = new Logger('Renderer');
  const open = async (): Promise<void> => {
    // Another renderer may have its place by now.
    if (!server.listening) return;
    // What is connected stays so.
    stopListeningAt(server, { host: LOOPBACK, port });
    await listenOn(config.host);
    logger.log(`This installation has an owner now. The renderer listens on ${config.host}.`);
  };
  void product.reservedUntil?.then(open).catch(async (error: unknown) => {
    logger.error(`The renderer cannot listen on HOST: ${toStartFault(error)}`);
    await listenOn(LOOPBACK);
  });
}

interface Parts {
  readonly config: RendererConfig;
  readonly secret: string;
  readonly front: ProductFront;
  readonly product: Product;
  readonly database: Database;
  readonly stores: Stores;
  readonly build: ViewBuild;
  readonly monitoring: ErrorMonitoring;
}

async function assemble(parts: Parts): Promise<NestExpressApplication> {
  const { config, front, product, database, stores, build, monitoring } = parts;
  const { relayUrl, version } = config;
  const metrics = new RendererMetrics(version);
  const readiness = new DatabaseReadiness(database);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot({
      modules: product.modules,
      rendering: {
        options: toRenderingOptions(parts),
        monitoring,
        readiness,
        intake: front.intake,
        submits: stores.idempotency,
        fetch: createServiceFetch({ fetch: createAddressedFetch(fetch), metrics, relayUrl }),
        ...build,
      },
    }),
    new PageAdapter(front.connectionRules),
    { bodyParser: false, abortOnError: false },
  );
  if (config.trustProxy !== undefined) app.set('trust proxy', config.trustProxy);
  mountRendering(app, {
    first: [...observeRenderer({ config, metrics, readiness }), ...(front.first ?? [])],
    assets: build.middleware,
  });
  await app.init();
  return app;
}

function toRenderingOptions({ config, front, product, secret }: Parts): RenderingOptions {
  return {
    basePath: config.basePath,
    publicOrigin: new URL(config.publicUrl).origin,
    development: config.development,
    applicationName: front.name,
    layouts: product.layouts,
    ...(product.outcomes ? { outcomes: product.outcomes } : {}),
    ...(product.programs ? { programs: product.programs } : {}),
    secret,
    boot: (request) => (product.boot ? product.boot(request) : {}),
    contentSources: product.contentSources ?? {},
    // A proxy may end TLS and say nothing of it.
    isSecure: (request) => request.secure || config.publicUrl.startsWith('https:'),
    mayPrefetch: (request) => product.mayPrefetch?.(request) ?? true,
    visitor: (request) => product.visitor?.(request),
    bearer: (request) => product.bearer?.(request),
    standing: (request) => product.standing?.(request),
    ...(product.reporting ? { monitoring: product.reporting } : {}),
  };
}

async function closeAll({
  app,
  build,
  database,
  monitoring,
  standIn,
}: Pick<Parts, 'build' | 'database' | 'monitoring'> &
  Pick<Renderer, 'app'> & { standIn: StandIn | undefined }): Promise<void> {
  const server = app.getHttpServer();
  const hurry = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await Promise.all([app.close(), standIn?.close(GRACE_MS)]);
  clearTimeout(hurry);
  await monitoring.close();
  await build.close();
  await database.close();
}
