import { afterEach, expect, it } from '@jest/globals';
import { stopAll } from '../bench/processes/server.mjs';
import { proveReplicas } from '../prove/replicas/prove-replicas.mjs';

/** A relay and a renderer. `npm run prove -- replicas` plays a hundred. */
const ROUNDS = 2;
const SEED = 20_261_122;
/** A slow machine is not to be given more while a service comes back than it stores meanwhile. */
const MOST_PAUSE_MS = 200;

afterEach(stopAll);

it('any of two relays and two renderers ends and comes back: nothing is lost or stored twice, and the others answer as before', async () => {
  const { rows, faults } = await proveReplicas({
    rounds: ROUNDS,
    seed: SEED,
    mostPauseMs: MOST_PAUSE_MS,
    onRound: () => {},
  });
  expect(faults).toEqual([]);
  expect(rows[0]?.acknowledged).toBeGreaterThan(4 * 10 * ROUNDS);
});
