import { NO_BOUNDS } from '../../scripts/support/no-bounds.mjs';

/** Opens the relay's metrics and health to the harness. */
export const METRICS_TOKEN = 'a token of what is measured';

/** The project that reports are sent to, made at the relay's first start. */
export const PROJECT = { id: 1, publicKey: 'b'.repeat(32) };

/** Settings of the caller's shell must not change what is measured. */
const OURS =
  'BASE_PATH DATABASE_URL ERRATA_OPEN ERRATA_OWNER_EMAIL ERRATA_OWNER_PASSWORD ERRATA_SECRET HOST MONITORING_DSN NODE_OPTIONS PUBLIC_URL RELAY_PUBLIC_URL RELAY_URL TRUST_PROXY'.split(
    ' ',
  );

/**
 * The environment of a program that is measured: this process's own without Errata's settings. A load is many reports of
 * one sender, so no bound holds.
 */
export function toEnvironment(settings) {
  const env = { ...process.env };
  for (const name of OURS) delete env[name];
  return {
    ...env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    METRICS_TOKEN,
    ERRATA_PROJECTS: `app=${PROJECT.id}:${PROJECT.publicKey}`,
    ...NO_BOUNDS,
    ...settings,
  };
}
