import type { AddressInfo } from 'node:net';
import { Logger as NestLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ServerAdapter } from '#http';
import { createStores, openDatabase } from '#product';
import type { Database } from '#persistence';
import { ensureSecret, findLostCommits, prepareDataFolder } from '#persistence';
import { SystemClock, ErrataError } from '#shared';
import { listenAt } from '#supervision';
import { createLogger, createNestWriter, RecentLines } from '#telemetry';
import type { Pause } from '#telemetry/plain';
import { Logger, SystemPause } from '#telemetry/plain';
import { AppModule } from './app.module.ts';
import type { RelayConfig } from './config/relay-config.ts';
import { DatabaseDamage } from './database/database-damage.ts';
import { connectionRules } from './intake/connection-rules.ts';
import { boundConnections } from './intake/connections.ts';
import { allowAnyOrigin } from './intake/cross-origin.ts';
import { joinSlashes } from './intake/join-slashes.ts';
import { KeyMirror } from './keys/key-mirror.ts';
import { observeRelay } from './metrics/observe-relay.ts';
import { ownProjectSlug } from './config/own-project.ts';
import { toReportTarget } from './monitoring/report-target.ts';
import { SentryMonitoring } from './monitoring/sentry-monitoring.ts';
import { product } from './product.ts';
import { RelayLife } from './relay-life.ts';
import { WorkPlace } from './work-place.ts';
import type { RelayParts } from './relay-parts.ts';
import type { RelayProduct } from './relay-product.ts';
import { requireKnownSpools } from './spool/opening/known-spools.ts';
import { openSpoolFile } from './spool/opening/open-spool.ts';
import { addSpoolPath } from './start-fault.ts';

/** A relay that only forwards keeps and counts items as the product's relay does. */
const noProduct: RelayProduct = { modules: [], declaredItems: product.declaredItems };

export interface Relay {
  readonly app: NestExpressApplication;
  /**
   * URL for callers on this machine, without a trailing slash; undefined while the relay does not
   * listen.
   */
  readonly url: string | undefined;
  readonly parts: RelayParts;
  /**
   * Binds the configured address and resolves once the relay takes reports. Rejects when the
   * address is in use.
   */
  listen(): Promise<void>;
  /** Stops taking reports, finishes current requests, then closes the spool and the database. */
  close(): Promise<void>;
}

/**
 * Opens the spool and the database, builds the application and starts the jobs. Rejects when the
 * data folder is not writable, when a newer version wrote the spool or the database, or when a file
 * cannot be opened. When a database server is unavailable, the relay keeps trying in the
 * background.
 */
export async function createRelay(
  config: RelayConfig,
  overrides: Partial<Omit<RelayParts, 'config'>> = {},
): Promise<Relay> {
  const { logLevel: level, logFormat: format } = config;
  const lines = new RecentLines();
  NestLogger.overrideLogger(createLogger({ service: 'relay', level, format, recent: lines }));
  const damage = new DatabaseDamage();
  Logger.writeTo(damage.watch(createNestWriter(new SystemClock())));
  // Folders of ended processes may fill the disk.
  await new WorkPlace({ ...config.room, dataDir: config.dataDir }).removeLeft();
  await prepareDataFolder(config.dataDir, { isWritten: true });
  const lost = config.mode === 'forward' ? undefined : findLostCommits(config);
  if (lost) new NestLogger('Database').error(lost.message);
  let app: NestExpressApplication | undefined;
  const findTarget = () =>
    toReportTarget(config.monitoring, {
      url: app && findUrl(app),
      key: app?.get(KeyMirror).findKeyOf(ownProjectSlug),
    });
  const { release, environment } = config;
  const parts = await openParts(config, {
    monitoring: new SentryMonitoring({ findTarget, release, environment, lines }),
    product: config.mode === 'forward' ? noProduct : product,
    damage,
    ...overrides,
  });
  app = await withSpoolPath(assemble(parts), parts);
  const life = new RelayLife({ app, parts });
  await withSpoolPath(life.begin(), parts);
  if (lost) parts.monitoring.report(lost);
  return {
    app,
    parts,
    get url() {
      return findUrl(app);
    },
    // `app.listen()` is avoided, because Nest logs its own line when the port is in use.
    listen: () => listenAt(app.getHttpServer(), config),
    close: () => life.end(),
  };
}

async function openParts(
  config: RelayConfig,
  given: Partial<Omit<RelayParts, 'config'>> &
    Pick<RelayParts, 'damage' | 'monitoring' | 'product'>,
): Promise<RelayParts> {
  const { dataDir } = config;
  const storage = openStorage(config, given);
  const common = { config, clock: new SystemClock(), pause: new SystemPause(), ...given };
  try {
    await refuseUnknownData({ dataDir, database: storage.database, pause: common.pause });
    const secret = given.secret ?? config.secret ?? ensureSecret(dataDir);
    const spoolFile = given.spoolFile ?? openSpoolFile(dataDir);
    const { database } = storage;
    const stores = storage.openStores?.(secret);
    return {
      ...common,
      config: Object.freeze(Object.assign({}, config, { secret })),
      secret,
      ...(database ? { database } : {}),
      ...(stores ? { stores } : {}),
      spoolFile,
    };
  } catch (error) {
    await storage.database?.close();
    throw error;
  }
}

interface Storage {
  readonly database?: RelayParts['database'];
  readonly openStores?: (secret: string) => RelayParts['stores'];
}

function openStorage(
  config: RelayConfig,
  { database, stores }: Partial<Pick<RelayParts, 'database' | 'stores'>>,
): Storage {
  if (config.mode === 'forward') return {};
  if (database && stores) return { database, openStores: () => stores };
  const opened = openDatabase(config);
  return {
    database: database ?? opened,
    openStores: (secret) => stores ?? createStores(opened, { bounds: config.bounds, secret }),
  };
}

/** A damaged spool may open without an error and fail only at a later read. */
function withSpoolPath<Result>(step: Promise<Result>, { spoolFile }: RelayParts): Promise<Result> {
  return step.catch((error: unknown) => {
    throw addSpoolPath(error, spoolFile.db.name);
  });
}

async function assemble(parts: RelayParts): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(parts),
    new ServerAdapter(connectionRules),
    // `abortOnError: false` makes Nest throw errors instead of ending the process.
    { bodyParser: false, abortOnError: false },
  );
  app.set('etag', false).set('x-powered-by', false);
  observeRelay(app, parts.config);
  boundConnections(app.getHttpServer(), parts);
  app.use(joinSlashes);
  app.use(allowAnyOrigin);
  await app.init();
  return app;
}

function findUrl(app: NestExpressApplication): string | undefined {
  const address = app.getHttpServer().address() as AddressInfo | null;
  if (!address) return undefined;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/**
 * The start waits this long for a database server. Afterwards the relay takes reports anyway, and
 * the database is checked again before its first use.
 */
const PATIENCE_MS = 1000;

interface DataCheck {
  readonly dataDir: string;
  readonly database: Pick<Database, 'requireKnown'> | undefined;
  readonly pause: Pause;
}

/**
 * Rejects with a RangeError, `database.newer` or `database.unreleased` when this version cannot
 * read the spools or the database, and with `database.damaged`. Call this before anything is written, so that data of another
 * version stay unchanged.
 */
async function refuseUnknownData({ dataDir, database, pause }: DataCheck): Promise<void> {
  requireKnownSpools(dataDir);
  if (!database) return;
  const waiting = new AbortController();
  const asked = database.requireKnown(['platform', 'product']).catch((error: unknown) => {
    if (error instanceof ErrataError && error.code !== 'database.unavailable') return error;
    // An unavailable database is reported by the next code that uses it.
    return undefined;
  });
  const refusal = await Promise.race([
    asked,
    pause.wait(PATIENCE_MS, waiting.signal).then(() => undefined),
  ]);
  waiting.abort();
  if (refusal) throw refusal;
}
