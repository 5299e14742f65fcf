import { METRICS_TOKEN } from './environment.mjs';

/**
 * How a relay does that was started here, in full.
 *
 * @param {string} url
 * @returns {Promise<import('../../libs/shared/src/relay-health.ts').RelayHealth>}
 */
export async function readRelayHealth(url) {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${url}/health/ready`, { headers })).json();
}
