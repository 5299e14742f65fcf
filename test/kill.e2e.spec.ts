import { afterEach, expect, it } from '@jest/globals';
import { stopAll } from '../bench/processes/server.mjs';
import { playKillForm } from '../prove/kill/kill-forms.mjs';
import type { KillResult } from '../prove/kill/kill.mjs';
import { findOnPath } from '../scripts/support/find-on-path.mjs';

/** `npm run prove -- kill` plays a hundred, of all forms, on both databases. */
const options = {
  rounds: 2,
  seed: 20_260_105,
  // A slow machine is not to be given more while a service comes back than it stores meanwhile.
  mostPauseMs: 150,
};

const nothing = { missing: [], twice: [], unwanted: [], miscounted: [], strange: [], unclean: [] };

const strace = process.env['ERRATA_STRACE'] || findOnPath(['strace']);
afterEach(stopAll);

function expectNothingLost(result: KillResult, rounds = options.rounds): void {
  expect(result.faults).toEqual(nothing);
  expect(result.acknowledged).toBeGreaterThanOrEqual(50 * rounds);
  // Neither what is sent twice nor what is refused was missing among it.
  expect(result.again).toBeGreaterThan(0);
  expect(result.refused).toBeGreaterThan(result.limited);
}

it('what streams in is there once when it was acknowledged, whichever service is killed', async () => {
  const result = await playKillForm('SIGKILL', 'sqlite', options);
  expectNothingLost(result);
  expect(result.limited).toBeGreaterThan(0);
});

it('and it is at an upstream, too, as often as it was sent', async () => {
  const result = await playKillForm('forward', 'sqlite', { ...options, rounds: 1 });
  expect(result.faults).toEqual({ ...nothing, unsent: [], resent: [], unasked: [] });
  expect(result.acknowledged).toBeGreaterThanOrEqual(50);
});

it('and so it is when PostgreSQL stops, or crashes, and comes back', async () => {
  const result = await playKillForm('database', 'postgres', { ...options, rounds: 1 });
  expectNothingLost(result, 1);
});

// Without strace nobody knows what of it is on the disk.
if (strace) {
  it('and so it is when the power goes before the next sync is done', async () => {
    const result = await playKillForm('power', 'sqlite', options);
    expectNothingLost(result);
    expect(result.attached).toBeGreaterThan(0);
  });
}
