import { afterEach, expect, it } from '@jest/globals';
import { stopAll } from '../scripts/support/program.mjs';
import { playForm } from '../prove/forms.mjs';
import { findOnPath } from '../scripts/support/find-on-path.mjs';

/** `npm run prove` plays a hundred rounds, of all forms, on both databases. */
const options = {
  rounds: 2,
  // This seed kills both services, then the relay alone, and each time kills the starting service
  // once more. In the form with replicas it kills a relay.
  seed: 20_260_102,
  // Senders pause for up to this long. Even a slow machine then stores reports as fast as they
  // arrive while a service comes back.
  mostPauseMs: 150,
};

const strace = process.env['ERRATA_STRACE'] || findOnPath(['strace']);
afterEach(() => stopAll());

async function expectNothingLost(
  form: string,
  played: { database: string; rounds?: number },
): Promise<Record<string, number>> {
  const { faults, ...counts } = await playForm(form, { ...options, ...played });
  expect(Object.values(faults).flat()).toEqual([]);
  expect(counts['acknowledged']).toBeGreaterThanOrEqual(50 * (played.rounds ?? options.rounds));
  expect(counts['again']).toBeGreaterThan(0);
  expect(counts['refused']).toBeGreaterThan(counts['limited']!);
  return counts;
}

it('acknowledged reports are stored once, and forwarded as often as sent, whichever service is killed', async () => {
  const { limited } = await expectNothingLost('forward', { database: 'sqlite' });
  expect(limited).toBeGreaterThan(0);
});

it('acknowledged reports are stored once when PostgreSQL stops or crashes, and comes back', async () => {
  await expectNothingLost('kill/database', { database: 'postgres', rounds: 1 });
});

it('acknowledged reports are stored once when one of two relays is killed, while the other answers', async () => {
  await expectNothingLost('kill/replicas', { database: 'postgres', rounds: 1 });
});

it('each report is answered, and stored once, while both services are replaced', async () => {
  await expectNothingLost('restart', { database: 'sqlite' });
});

// Only strace shows which writes have reached the disk.
if (strace) {
  it('acknowledged reports are stored once when the power goes before the next sync', async () => {
    const { attached } = await expectNothingLost('power', { database: 'sqlite' });
    expect(attached).toBeGreaterThan(0);
  });
}
