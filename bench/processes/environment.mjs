/** By which the relay tells what waits in it. */
export const METRICS_TOKEN = 'a token of what is measured';

/** Settings of whoever runs this must not change what is measured. */
const OURS = [
  'ASSETS_KEPT_DAYS',
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

/** What is measured and proved counts on each report: none is refused, nor counted and not kept, for being one too many. */
const UNBOUNDED = {
  NEW_ISSUES_MAX: '0',
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_PROJECT: '0',
  STORAGE_BUDGET_BYTES: '0',
  WHOLE_EVENTS_PER_HOUR: '0',
};

/**
 * The environment of a program that is measured: this process's own without Errata's settings.
 *
 * @param {Readonly<Record<string, string>>} settings
 */
export function toEnvironment(settings) {
  const env = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' };
  for (const name of OURS) if (name !== 'LOG_LEVEL') delete env[name];
  return { ...env, METRICS_TOKEN, ...UNBOUNDED, ...settings };
}
