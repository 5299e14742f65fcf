import { NO_BOUNDS } from '../../scripts/support/no-bounds.mjs';

/** Lets the harness read the relay's metrics and full health. */
export const METRICS_TOKEN = 'a token of what is measured';

/** Reports are sent to this project, which the relay creates at its first start. */
export const PROJECT = { id: 1, publicKey: 'b'.repeat(32) };

/** Returns where a service at `url` takes envelopes of the project. */
export function toEnvelopeUrl(url, publicKey = PROJECT.publicKey) {
  return `${url}/api/${PROJECT.id}/envelope/?sentry_key=${publicKey}`;
}

/**
 * Errata's settings. Settings of the caller's shell are removed, because they would change the
 * measurement.
 */
const SETTING_NAMES =
  'BASE_PATH DATABASE_URL ERRATA_OPEN ERRATA_OWNER_EMAIL ERRATA_OWNER_PASSWORD ERRATA_SECRET HOST MONITORING_DSN NODE_OPTIONS PUBLIC_URL RELAY_PUBLIC_URL RELAY_URL TRUST_PROXY'.split(
    ' ',
  );

/**
 * Returns the environment of a measured program: this process's own, without Errata's settings. All
 * limits are off, because a load sends many reports as one sender.
 */
export function toEnvironment(settings) {
  const env = { ...process.env };
  for (const name of SETTING_NAMES) delete env[name];
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
