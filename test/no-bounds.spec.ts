import { expect, it } from '@jest/globals';
import { readRelayConfig } from '../apps/monitoring-relay/src/config/relay-config.ts';
import { toRelayEnvironment } from '../apps/monitoring-relay/test/support/relay-process.ts';
import { toEnvironment } from '../bench/processes/environment.mjs';
import { toPicturedEnvironment } from '../scripts/support/pictured-errata.mjs';

/**
 * Limits in force would change results: `npm run bench` would count refusals, and `npm run prove`
 * would miss events that were counted but not kept.
 */
it.each([
  ['of a measurement or a proof', toEnvironment({})],
  ['of the pictures', toPicturedEnvironment('data')],
  ['of a relay under test', toRelayEnvironment({ dataDir: 'data', port: 3001 })],
])('no bound of the relay is in force in the environment %s', (_, environment) => {
  const { storageBudgetBytes, rates, bounds } = readRelayConfig(environment);
  // The refill rate limits nothing, because the bucket of new issues is endless.
  const { newIssuesPerMinute: _refill, ...kept } = bounds;
  expect(storageBudgetBytes).toBe(0);
  expect(new Set(Object.values({ ...rates, ...kept }))).toEqual(new Set([Infinity]));
});
