import { afterEach, expect, it } from '@jest/globals';
import { stopAll } from '../bench/processes/server.mjs';
import { proveReplicas } from '../prove/replicas/prove-replicas.mjs';

/** Each of the four once. `npm run prove -- replicas` plays a hundred. */
const ROUNDS = 4;
const SEED = 20_261_121;

afterEach(stopAll);

it('any of two relays and two renderers ends and comes back: nothing is lost or stored twice, and the others answer as before', async () => {
  const { rows, faults } = await proveReplicas({ rounds: ROUNDS, seed: SEED, onRound: () => {} });
  expect(faults).toEqual([]);
  expect(rows[0]?.acknowledged).toBeGreaterThan(4 * 10 * ROUNDS);
});
