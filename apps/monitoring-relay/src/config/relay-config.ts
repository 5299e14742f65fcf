import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toTrustProxy, type TrustProxy } from '#http';
import { parseMonitoringTarget, parseProjectSeeds } from '#shared';
import type { DeliverySettings, MonitoringTarget, ProjectSeed } from '#shared';
import type { LogFormat, LogLevel } from '#telemetry';
import { ownProjectSlug } from './own-project.ts';
import { readEnvironment } from './environment.ts';
import { toForwardedProjects } from './forwarded-projects.ts';
import type { UpstreamSettings } from './parse-upstreams.ts';
import { parseUpstreams } from './parse-upstreams.ts';
import type { Environment } from './environment.ts';

const HOUR_MS = 3_600_000;

export abstract class RelayConfig {
  abstract readonly port: number;
  abstract readonly host: string;
  /** Absolute path of the folder with the spool and, without `databaseUrl`, the database. */
  abstract readonly dataDir: string;
  abstract readonly databaseUrl?: string;
  /**
   * Services of one installation recognize each other by this secret. When absent, the secret is in
   * a file in `dataDir`.
   */
  abstract readonly secret?: string;
  /**
   * Projects to create at the first start, in this order. In mode `forward` the relay has only
   * these projects, each with an id and a key.
   */
  abstract readonly projects: readonly ProjectSeed[];
  abstract readonly monitoring: MonitoringTarget;
  abstract readonly version: string;
  abstract readonly release: string;
  abstract readonly environment: Environment['NODE_ENV'];
  /** Reports that one key, or one project, may send in a minute; Infinity means no limit. */
  abstract readonly rates: { readonly keyPerMinute: number; readonly projectPerMinute: number };
  abstract readonly storageBudgetBytes?: number;
  abstract readonly bounds: {
    readonly newIssues: number;
    readonly newIssuesPerMinute: number;
    readonly wholeEventsPerHour: number;
  };
  abstract readonly room: {
    readonly maxReports: number;
    readonly maxBytes: number;
    readonly minFreeDiskBytes: number;
  };
  abstract readonly mode: Environment['RELAY_MODE'];
  abstract readonly upstreams: UpstreamSettings;
  abstract readonly forwarding: { readonly maxBytes: number; readonly maxAgeMs: number };
  /**
   * Proxies whose `X-Forwarded-For` is trusted. When absent, the relay trusts only the renderer's
   * signed header for the sender's address.
   */
  abstract readonly trustProxy?: TrustProxy;
  abstract readonly delivery: DeliverySettings;
  abstract readonly heartbeatUrl?: string;
  abstract readonly logLevel: LogLevel;
  abstract readonly logFormat?: LogFormat;
  abstract readonly metricsToken?: string;
  abstract readonly notices: readonly string[];
}

const PROXY_NOTICE =
  'RELAY_PUBLIC_URL is https, so a proxy stands before the relay. Name the proxy in TRUST_PROXY: otherwise all senders have its address.';

export function readRelayConfig(variables: NodeJS.ProcessEnv): RelayConfig {
  const environment = readEnvironment(variables);
  const {
    DATABASE_URL,
    ERRATA_SECRET,
    HEARTBEAT_URL,
    LOG_FORMAT,
    METRICS_TOKEN,
    STORAGE_BUDGET_BYTES,
    TRUST_PROXY,
  } = environment;
  const version = readVersion(import.meta.dirname);
  const upstreams = readUpstreams(environment);
  return Object.freeze({
    port: environment.RELAY_PORT,
    host: environment.HOST,
    dataDir: resolve(environment.DATA_DIR),
    databaseUrl: DATABASE_URL,
    secret: ERRATA_SECRET,
    projects: readProjects(environment, upstreams),
    monitoring: parseMonitoringTarget(environment.MONITORING_DSN) ?? 'own',
    version,
    release: `errata@${version}`,
    environment: environment.NODE_ENV,
    rates: {
      keyPerMinute: toLimit(environment.RATE_LIMIT_PER_KEY),
      projectPerMinute: toLimit(environment.RATE_LIMIT_PER_PROJECT),
    },
    storageBudgetBytes: STORAGE_BUDGET_BYTES,
    bounds: {
      newIssues: toLimit(environment.NEW_ISSUES_MAX),
      newIssuesPerMinute: environment.NEW_ISSUES_PER_MINUTE,
      wholeEventsPerHour: toLimit(environment.WHOLE_EVENTS_PER_HOUR),
    },
    room: {
      maxReports: environment.QUEUE_MAX_REPORTS,
      maxBytes: environment.QUEUE_MAX_BYTES,
      minFreeDiskBytes: environment.DISK_MIN_FREE_BYTES,
    },
    mode: environment.RELAY_MODE,
    upstreams,
    forwarding: {
      maxBytes: environment.FORWARD_MAX_BYTES,
      maxAgeMs: environment.FORWARD_MAX_AGE_HOURS * HOUR_MS,
    },
    trustProxy: TRUST_PROXY === undefined ? undefined : toTrustProxy(TRUST_PROXY),
    delivery: toDelivery(environment, version),
    heartbeatUrl: HEARTBEAT_URL,
    logLevel: environment.LOG_LEVEL,
    logFormat: LOG_FORMAT,
    metricsToken: METRICS_TOKEN,
    notices: listNotices(environment),
  });
}

function toDelivery(
  { SMTP_URL, MAIL_FROM, PORT, PUBLIC_PORT, PUBLIC_URL }: Environment,
  version: string,
): DeliverySettings {
  const publicUrl = (PUBLIC_URL ?? `http://localhost:${PUBLIC_PORT ?? PORT}`).replace(/\/+$/, '');
  return {
    smtpUrl: SMTP_URL,
    mailFrom: MAIL_FROM ?? `errata@${new URL(publicUrl).hostname}`,
    publicUrl,
    version,
  };
}

function toLimit(number: number): number {
  return number === 0 ? Infinity : number;
}

function listNotices({ RELAY_PUBLIC_URL, TRUST_PROXY }: Environment): readonly string[] {
  const isProxied = RELAY_PUBLIC_URL?.startsWith('https:') ?? false;
  return isProxied && TRUST_PROXY === undefined ? [PROXY_NOTICE] : [];
}

/**
 * In mode `forward`, the project for the relay's own errors is not added, because nobody would read
 * its reports.
 */
function readProjects(
  { RELAY_MODE, ERRATA_PROJECTS }: Environment,
  upstreams: UpstreamSettings,
): readonly ProjectSeed[] {
  const seeds = parseProjectSeeds(ERRATA_PROJECTS) ?? [];
  return RELAY_MODE === 'forward' ? toForwardedProjects(seeds, upstreams) : withOwnProject(seeds);
}

function withOwnProject(seeds: readonly ProjectSeed[]): readonly ProjectSeed[] {
  return seeds.some(({ slug }) => slug === ownProjectSlug)
    ? seeds
    : [...seeds, { slug: ownProjectSlug }];
}

function readVersion(folder: string): string {
  const path = join(folder, 'package.json');
  if (existsSync(path)) {
    return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  }
  if (dirname(folder) === folder) throw new Error('No folder above this file has a package.json.');
  return readVersion(dirname(folder));
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/**
 * Reads UPSTREAM_DSN. Throws a RangeError when an upstream is this relay itself, because every
 * report would then circle for ever.
 */
function readUpstreams(environment: Environment): UpstreamSettings {
  const { UPSTREAM_DSN } = environment;
  if (UPSTREAM_DSN === undefined) return { bySlug: new Map() };
  const settings: UpstreamSettings = parseUpstreams(UPSTREAM_DSN) ?? { bySlug: new Map() };
  for (const { origin } of [...settings.bySlug.values(), settings.others ?? []].flat()) {
    if (isThisRelay(new URL(origin), environment)) {
      throw new RangeError(`UPSTREAM_DSN names this relay itself: ${origin}`);
    }
  }
  return settings;
}

/**
 * Compares the upstream with the relay's own settings. Does not recognize a proxy of this relay
 * when no setting contains the proxy's address.
 */
function isThisRelay(upstream: URL, environment: Environment): boolean {
  const { HOST, PORT, PUBLIC_URL, RELAY_MODE, RELAY_PORT, RELAY_PUBLIC_URL } = environment;
  const isHere = LOOPBACK.test(upstream.hostname) || upstream.hostname === HOST;
  if (isHere && toPort(upstream) === RELAY_PORT) return true;
  if (isHere && RELAY_MODE === 'process' && toPort(upstream) === PORT) return true;
  return [RELAY_PUBLIC_URL, PUBLIC_URL].some(
    (url) => url !== undefined && URL.canParse(url) && new URL(url).host === upstream.host,
  );
}

function toPort({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
