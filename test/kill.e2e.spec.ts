import { afterEach, expect, it } from '@jest/globals';
import { createTestDatabase } from '#persistence/testing';
import type { TestDatabase } from '#persistence/testing';
import { stopAll } from '../bench/processes/server.mjs';
import { proveKill } from '../prove/kill/kill.mjs';

/** `npm run prove -- kill` plays a hundred. */
const ROUNDS = 2;
const SEED = 20_260_105;

const nothing = { missing: [], twice: [], unwanted: [], miscounted: [], strange: [], unclean: [] };

const databases: TestDatabase[] = [];

afterEach(async () => {
  await stopAll();
  await Promise.all(databases.splice(0).map((database) => database.remove()));
});

it.each([
  ['sqlite', 'SIGKILL'],
  ['postgres', 'SIGKILL'],
  ['postgres', 'SIGTERM'],
] as const)(
  'what streams in is on %s once when it was acknowledged, whichever service has a %s',
  async (kind, signal) => {
    const database = await createTestDatabase(kind);
    databases.push(database);
    const place = database.config;
    const result = await proveKill({ ...place, signal, rounds: ROUNDS, seed: SEED });
    expect(result.faults).toEqual(nothing);
    expect(result.acknowledged).toBeGreaterThanOrEqual(50 * ROUNDS);
    // Neither what is sent twice nor what is refused was missing among it.
    expect(result.again).toBeGreaterThan(0);
    expect(result.refused).toBeGreaterThan(0);
  },
  120_000,
);
