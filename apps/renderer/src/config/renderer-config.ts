import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toTrustProxy, type TrustProxy } from '#http';
import { parseDomains, parseMonitoringTarget, parseProjectSeeds } from '#shared';
import type { MonitoringTarget, ProjectSeed } from '#shared';
import type { LogFormat, LogLevel } from '#telemetry';
import { readEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';

const installationFolder = findUp(import.meta.dirname);

const version = (
  JSON.parse(readFileSync(join(installationFolder, 'package.json'), 'utf8')) as { version: string }
).version;

/** The renderer's configuration, which is frozen. Features inject it by this class. */
export abstract class RendererConfig {
  abstract readonly development: boolean;
  abstract readonly liveUpdatesPort?: number;
  /** Folder that holds `dist` and, in development, the sources. */
  abstract readonly rootFolder: string;
  abstract readonly version: string;
  abstract readonly release: string;
  abstract readonly environment: string;
  abstract readonly port: number;
  abstract readonly host: string;
  /**
   * True when the renderer listens on `host` even before Errata has an owner. Otherwise it listens
   * on loopback alone until an owner exists.
   */
  abstract readonly isOpen: boolean;
  abstract readonly isMailSet: boolean;
  /** Address at which visitors reach the console, without a trailing slash. */
  abstract readonly publicUrl: string;
  abstract readonly basePath: string;
  abstract readonly relayUrl: string;
  abstract readonly dsnOrigin: string;
  abstract readonly dataDir: string;
  abstract readonly databaseUrl?: string;
  abstract readonly minFreeDiskBytes: number;
  abstract readonly projects: readonly ProjectSeed[];
  /** Slug of the only organisation; clients of Sentry's API need one. */
  abstract readonly organisation: string;
  abstract readonly monitoring: MonitoringTarget;
  abstract readonly trustProxy?: TrustProxy;
  abstract readonly logLevel: LogLevel;
  /** When absent, log lines are text at a terminal and JSON elsewhere. */
  abstract readonly logFormat?: LogFormat;
  abstract readonly metricsToken?: string;
  abstract readonly secret?: string;
  abstract readonly oidc?: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly domains: readonly string[];
  };
  abstract readonly owner?: { readonly email: string; readonly password: string };
}

export type RunningConfig = RendererConfig & { readonly secret: string };

export function withSecret(config: RendererConfig, secret: string): RunningConfig {
  return Object.freeze(Object.assign({}, config, { secret }));
}

/** Throws a RangeError whose one-line message names every wrong variable. */
export function readRendererConfig(variables: NodeJS.ProcessEnv): RendererConfig {
  const environment = readEnvironment(variables);
  const { PUBLIC_URL, PUBLIC_PORT, PORT } = environment;
  const publicUrl = trimSlash(PUBLIC_URL ?? `http://localhost:${PUBLIC_PORT ?? PORT}`);
  return Object.freeze({
    development: environment.NODE_ENV === 'development',
    rootFolder: installationFolder,
    version,
    release: `errata@${version}`,
    environment: environment.NODE_ENV,
    port: environment.PORT,
    host: environment.HOST,
    isOpen: environment.ERRATA_OPEN === '1',
    isMailSet: environment.SMTP_URL !== undefined,
    publicUrl,
    basePath: trimSlash(new URL(publicUrl).pathname),
    relayUrl: trimSlash(environment.RELAY_URL),
    dsnOrigin: trimSlash(environment.RELAY_PUBLIC_URL ?? publicUrl),
    dataDir: resolve(environment.DATA_DIR),
    minFreeDiskBytes: environment.DISK_MIN_FREE_BYTES,
    projects: toProjects(environment.ERRATA_PROJECTS),
    organisation: environment.ERRATA_ORG,
    monitoring: parseMonitoringTarget(environment.MONITORING_DSN) ?? 'own',
    logLevel: environment.LOG_LEVEL,
    ...toOptional(environment),
  });
}

function toOptional(environment: Environment) {
  const { DATABASE_URL, LIVE_UPDATES_PORT, TRUST_PROXY, ERRATA_SECRET, LOG_FORMAT } = environment;
  const { METRICS_TOKEN: metricsToken } = environment;
  const { ERRATA_OWNER_EMAIL: email, ERRATA_OWNER_PASSWORD: password } = environment;
  return {
    ...toOidc(environment),
    ...(LOG_FORMAT === undefined ? {} : { logFormat: LOG_FORMAT }),
    ...(ERRATA_SECRET === undefined ? {} : { secret: ERRATA_SECRET }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(email === undefined || password === undefined ? {} : { owner: { email, password } }),
    ...(LIVE_UPDATES_PORT === undefined ? {} : { liveUpdatesPort: LIVE_UPDATES_PORT }),
    ...(DATABASE_URL === undefined ? {} : { databaseUrl: DATABASE_URL }),
    ...(TRUST_PROXY === undefined ? {} : { trustProxy: toTrustProxy(TRUST_PROXY) }),
  };
}

function toOidc(environment: Environment): Pick<RendererConfig, 'oidc'> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = environment;
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_ALLOWED_DOMAINS: domains = '' } = environment;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return {};
  return { oidc: { issuer, clientId, clientSecret, domains: parseDomains(domains) ?? [] } };
}

function toProjects(text: string): ProjectSeed[] {
  const seeds = parseProjectSeeds(text) ?? [];
  return seeds.some((seed) => seed.slug === 'errata') ? seeds : [...seeds, { slug: 'errata' }];
}

function trimSlash(text: string): string {
  return text.replace(/\/+$/, '');
}

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('No folder above this file has a package.json.');
  return findUp(dirname(folder));
}
