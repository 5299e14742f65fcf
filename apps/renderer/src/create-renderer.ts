import type { RequestListener, Server } from 'node:http';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createStores, openDatabase } from '#product';
import { ensureSecret, findLostCommits, prepareDataFolder } from '#persistence';
import type { Database } from '#persistence';
import type { Stores } from '#product';
import {
  drainConnections,
  listenAt,
  OpenRequests,
  startsBeside,
  stopListeningAt,
} from '#supervision';
import { createLogger, RecentLines } from '#telemetry';
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
  toDigest,
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
  readonly name: string;
  readonly product: Product;
  readonly stores: Stores;
  readonly monitoring: ErrorMonitoring;
  /**
   * Listens at the configured host and port, or on loopback when `isKeptOnLoopback` is true.
   * Resolves once the renderer takes requests; rejects when the port is in use.
   */
  listen(): Promise<void>;
  readonly isKeptOnLoopback: boolean;
  /**
   * Takes no more connections, answers connected clients for at most `mostMs`, then closes. The
   * default of `mostMs` is longer than any request may take. Use the default when another renderer
   * already listens at the address.
   */
  retire(mostMs?: number): Promise<void>;
  /**
   * Stops taking requests, lets running requests finish for at most `GRACE_MS`, and closes the
   * database and everything else that the renderer opened.
   */
  close(): Promise<void>;
}

/**
 * Time that running requests get to finish when the renderer closes. This time is shorter than the
 * time that `npm start` and Docker Compose grant, so that the remaining steps of `close` still run.
 */
const GRACE_MS = 3000;

export interface Waiting {
  /** When this signal aborts, `createRenderer` rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Opens the database, migrates its schema and assembles the application; rejects when any of this
 * fails.
 *
 * When `waiting` is given, an unreachable PostgreSQL does not fail the start. While the database is
 * away or migrates, a stand-in listens at the configured address, passes reports on to the relay
 * and answers pages with 503.
 */
export async function createRenderer(config: RendererConfig, waiting?: Waiting): Promise<Renderer> {
  const { logLevel: level, logFormat: format } = config;
  const lines = new RecentLines();
  Logger.overrideLogger(createLogger({ service: 'renderer', level, format, recent: lines }));
  // A renderer on PostgreSQL only reads its data folder.
  await prepareDataFolder(config.dataDir, { isWritten: config.databaseUrl === undefined });
  const lost = findLostCommits(config);
  if (lost) new Logger('Database').error(lost.message);
  const database = openDatabase(config);
  const secret = config.secret ?? ensureSecret(config.dataDir);
  const running = withSecret(config, secret);
  const front = createFront(running);
  const { product, standIn } = await prepareProduct({ running, front, database, waiting });
  const stores = createStores(database, { secret });
  const monitoring = new ErrorMonitoring(product.reporting, lines);
  if (lost) monitoring.report(lost, { digest: toDigest(lost) });
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
  const requests = new OpenRequests(app.getHttpServer());
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= closeAll({ app, build, database, monitoring, standIn, requests }));
  return {
    app,
    name: front.name,
    product,
    stores,
    isKeptOnLoopback: isKeptOnLoopback(config, product),
    listen: () => {
      const listener = app.getHttpAdapter().getInstance() as RequestListener;
      void standIn?.handOver({ host: toHost(config, product), listener });
      return listen(app.getHttpServer(), config, product);
    },
    monitoring,
    retire: async (mostMs) => {
      // Live streams end first, because `drainConnections` would wait for them until its time
      // limit.
      app.get(LiveStreams).end();
      await drainConnections(app.getHttpServer(), mostMs);
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
  // No stand-in is needed when another renderer still answers requests.
  if (!waiting || startsBeside()) return { product: await prepare() };
  let standIn: StandIn | undefined;
  try {
    const product = await prepareBehind({
      prepare,
      // Waiting does not help with a SQLite file that cannot be opened.
      mayBeAway: database.kind === 'postgres',
      signal: waiting.signal,
      standIn: () => (standIn = new StandIn(running, front)).listen(),
    });
    return { product, standIn };
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

function toHost(config: RendererConfig, product: Product): string {
  return isKeptOnLoopback(config, product) ? LOOPBACK : config.host;
}

async function listen(server: Server, config: RendererConfig, product: Product): Promise<void> {
  // Does not use Nest's `listen`, which would also log the failure.
  const { port } = config;
  const listenOn = (host: string) => listenAt(server, { host, port });
  await listenOn(toHost(config, product));
  if (!isKeptOnLoopback(config, product)) return;
  const logger = new Logger('Renderer');
  const open = async (): Promise<void> => {
    // The server no longer listens when another renderer has taken over.
    if (!server.listening) return;
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
    outcomes: product.outcomes,
    programs: product.programs,
    secret,
    boot: (request) => (product.boot ? product.boot(request) : {}),
    start: product.start,
    lang: (request) => product.lang?.(request),
    texts: (request) => product.texts?.(request),
    contentSources: product.contentSources ?? {},
    permissions: product.permissions,
    isSecure: (request) => request.secure || config.publicUrl.startsWith('https:'),
    mayPrefetch: (request) => product.mayPrefetch?.(request) ?? true,
    visitor: (request) => product.visitor?.(request),
    visitorName: (request) => product.visitorName?.(request),
    bearer: (request) => product.bearer?.(request),
    standing: (request) => product.standing?.(request),
    monitoring: product.reporting,
  };
}

async function closeAll({
  app,
  build,
  database,
  monitoring,
  standIn,
  requests,
}: Pick<Parts, 'build' | 'database' | 'monitoring'> &
  Pick<Renderer, 'app'> & {
    standIn: StandIn | undefined;
    requests: OpenRequests;
  }): Promise<void> {
  const closing = requests.closeWhile(() => app.close(), GRACE_MS);
  await Promise.all([closing, standIn?.close(GRACE_MS)]);
  await monitoring.close();
  await build.close();
  await database.close();
}
