import { afterEach, expect, it } from '@jest/globals';
import { stopAll } from '../bench/processes/server.mjs';
import { playKillForm } from '../prove/kill/kill-forms.mjs';
import type { KillResult } from '../prove/kill/kill.mjs';
import { findOnPath } from '../scripts/support/find-on-path.mjs';

/** `npm run prove -- kill` plays a hundred, of all forms, on both databases. */
const options = {
  rounds: 2,
  // It has both services killed, then the relay alone, and each time what starts is killed once more.
  seed: 20_260_102,
  // A slow machine is not to be given more while a service comes back than it stores meanwhile.
  mostPauseMs: 150,
};

const nothing = { missing: [], twice: [], unwanted: [], miscounted: [], strange: [], unclean: [] };

const strace = process.env['ERRATA_STRACE'] || findOnPath(['strace']);
afterEach(stopAll);

function expectNothingLost(
  result: KillResult,
  { rounds = options.rounds, faults = nothing } = {},
): void {
  expect(result.faults).toEqual(faults);
  expect(result.acknowledged).toBeGreaterThanOrEqual(50 * rounds);
  // Neither what is sent twice nor what is refused was missing among it.
  expect(result.again).toBeGreaterThan(0);
  expect(result.refused).toBeGreaterThan(result.limited);
}

it('what streams in is there once when it was acknowledged, and at an upstream as often as it was sent, whichever service is killed', async () => {
  const result = await playKillForm('forward', 'sqlite', options);
  const faults = { ...nothing, unsent: [], resent: [], unasked: [] };
  expectNothingLost(result, { faults });
  expect(result.limited).toBeGreaterThan(0);
});

it('and so it is when PostgreSQL stops, or crashes, and comes back', async () => {
  const result = await playKillForm('database', 'postgres', { ...options, rounds: 1 });
  expectNothingLost(result, { rounds: 1 });
});

// Without strace nobody knows what of it is on the disk.
if (strace) {
  it('and so it is when the power goes before the next sync is done', async () => {
    const result = await playKillForm('power', 'sqlite', options);
    expectNothingLost(result);
    expect(result.attached).toBeGreaterThan(0);
  });
}
