import { NO_BOUNDS } from '../../scripts/support/no-bounds.mjs';

/** By which the relay tells what waits in it. */
export const METRICS_TOKEN = 'a token of what is measured';

/** Settings of the caller's shell must not change what is measured. */
const OURS = [
  'BASE_PATH',
  'DATABASE_URL',
  'ERRATA_OPEN',
  'ERRATA_OWNER_EMAIL',
  'ERRATA_OWNER_PASSWORD',
  'ERRATA_PROJECTS',
  'ERRATA_SECRET',
  'HOST',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'MONITORING_DSN',
  'NODE_OPTIONS',
  'PUBLIC_URL',
  'RELAY_PUBLIC_URL',
  'RELAY_URL',
  'TRUST_PROXY',
];

/**
 * The environment of a program that is measured: this process's own without Errata's settings. A load is many reports of
 * one sender, so no bound holds.
 *
 * @param {Readonly<Record<string, string>>} settings
 */
export function toEnvironment(settings) {
  const env = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' };
  for (const name of OURS) if (name !== 'LOG_LEVEL') delete env[name];
  return { ...env, METRICS_TOKEN, ...NO_BOUNDS, ...settings };
}
