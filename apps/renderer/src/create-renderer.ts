import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createStores, ensureDataFolder, openDatabase } from '#persistence';
import type { Database, Stores } from '#persistence';
import { SystemClock, SystemScheduler } from '#shared';
import { AppModule } from './app.module.ts';
import { openAssetKeeping } from './asset-keeping.ts';
import type { AssetKeeping } from './asset-keeping.ts';
import { createLogger } from './config/logger.ts';
import type { RendererConfig } from './config/renderer-config.ts';
import { DatabaseReadiness } from './database-readiness.ts';
import { createProduct, migrationSets } from './product.ts';
import { ErrorMonitoring, mountRendering, openViewBuild } from './rendering/index.ts';
import type { Product, RenderingOptions, ViewBuild } from './rendering/index.ts';

export interface Renderer {
  readonly app: NestExpressApplication;
  readonly product: Product;
  readonly stores: Stores;
  readonly monitoring: ErrorMonitoring;
  /** Binds the configured address; resolves once requests are taken. Rejects when it is in use. */
  listen(): Promise<void>;
  /** Stops taking requests, finishes those under way for at most `GRACE_MS`, and lets go of everything. */
  close(): Promise<void>;
}

/** Shorter than what `npm start` and compose grant, so that the rest is still done. */
const GRACE_MS = 3000;

/**
 * Opens the database, brings its schema up to date and puts the application together: the only way
 * it is started. Rejects with a one-line message when it cannot be.
 */
export async function createRenderer(config: RendererConfig): Promise<Renderer> {
  ensureDataFolder(config.dataDir);
  const database = openDatabase(config);
  await database.migrate(migrationSets);
  const stores = createStores(database);
  const product = await createProduct(config, database);
  const monitoring = new ErrorMonitoring(product.reporting);
  const build = await openViewBuild(config);
  const assets = openAssetKeeping({
    config,
    database,
    stores,
    buildId: build.client.id,
    clock: new SystemClock(),
    scheduler: new SystemScheduler(),
  });
  const app = await assemble({ config, product, database, stores, build, assets, monitoring });
  // Before pages are answered: other replicas may be asked for the files that they name.
  await assets.start();
  return {
    app,
    product,
    stores,
    listen: async () => {
      // Not Nest's own `listen`: it logs a failure besides rejecting.
      const server = app.getHttpServer().listen(config.port, config.host);
      await once(server, 'listening');
    },
    monitoring,
    close: () => closeAll({ app, build, assets, database, monitoring }),
  };
}

interface Parts {
  readonly config: RendererConfig;
  readonly product: Product;
  readonly database: Database;
  readonly stores: Stores;
  readonly build: ViewBuild;
  readonly assets: AssetKeeping;
  readonly monitoring: ErrorMonitoring;
}

async function assemble(parts: Parts): Promise<NestExpressApplication> {
  const { config, product, database, stores, build, assets, monitoring } = parts;
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot({
      modules: product.modules,
      rendering: {
        options: toRenderingOptions(config, product),
        monitoring,
        readiness: new DatabaseReadiness(database),
        submits: stores.idempotency,
        ...build,
      },
    }),
    new ExpressAdapter(),
    // Nest's own lines of the start would drown the one that matters.
    { bodyParser: false, abortOnError: false, logger: ['fatal', 'error', 'warn'] },
  );
  if (config.trustProxy !== undefined) app.set('trust proxy', config.trustProxy);
  mountRendering(app, {
    first: product.first ?? [],
    assets: [build.middleware, assets.middleware],
  });
  await app.init();
  app.useLogger(createLogger(config.logLevel));
  return app;
}

function toRenderingOptions(config: RendererConfig, product: Product): RenderingOptions {
  return {
    basePath: config.basePath,
    publicOrigin: new URL(config.publicUrl).origin,
    development: config.development,
    applicationName: product.name,
    layouts: product.layouts,
    boot: product.boot ?? {},
    uploadFolder: tmpdir(),
    connectOrigins: product.connectOrigins ?? [],
    isSecure: (request) => request.secure,
    mayPrefetch: (request) => product.mayPrefetch?.(request) ?? true,
    visitor: (request) => product.visitor?.(request),
    ...(product.reporting ? { monitoring: product.reporting } : {}),
  };
}

async function closeAll({
  app,
  build,
  assets,
  database,
  monitoring,
}: Pick<Parts, 'build' | 'assets' | 'database' | 'monitoring'> &
  Pick<Renderer, 'app'>): Promise<void> {
  const server = app.getHttpServer();
  const hurry = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await app.close();
  clearTimeout(hurry);
  await monitoring.close();
  await build.close();
  await assets.close();
  await database.close();
}
