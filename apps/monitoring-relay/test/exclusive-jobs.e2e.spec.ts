import { expect, it } from '@jest/globals';
import { createTestDatabase } from '#persistence/testing';
import { SystemPause } from '#telemetry/plain';
import { eventually } from '../../../test/support/eventually.ts';
import { findSample, readMetrics } from '../../../test/support/metrics.ts';
import { startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const JOB = 'old-outcomes';

class ShortPause extends SystemPause {
  override wait(ms: number, signal: AbortSignal): Promise<void> {
    return super.wait(Math.min(ms, 50), signal);
  }
}

const countRuns = async ({ url }: StartedRelay): Promise<number> =>
  findSample(await readMetrics(url), 'errata_relay_job_runs_total', { job: JOB }) ?? 0;

it('a relay does not run an exclusive job while another relay holds its lease', async () => {
  const { config, remove } = await createTestDatabase('postgres');
  const variables = { DATABASE_URL: config.databaseUrl! };
  const first = await startRelay(variables);
  await eventually('a run', async () => (await countRuns(first)) > 0);
  const { jobLeases } = first.parts.stores;
  const ofAnother = { holder: 'a relay that runs it', leaseMs: 60_000 };
  await eventually('the lease', () => jobLeases.hold(JOB, ofAnother));

  const second = await startRelay(variables, { pause: new ShortPause() });
  const beside = { job: 'deleted-issues' };
  const countOthers = async () =>
    findSample(await readMetrics(second.url), 'errata_relay_job_runs_total', beside) ?? 0;
  await eventually('the other jobs', async () => (await countOthers()) > 2);
  expect(await countRuns(second)).toBe(0);

  await jobLeases.release(JOB, ofAnother.holder);
  await eventually('a run', async () => (await countRuns(second)) > 0);
  await Promise.all([first.close(), second.close()]);
  await remove();
});
