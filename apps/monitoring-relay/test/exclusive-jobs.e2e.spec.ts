import { expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { SystemPause } from '#telemetry/plain';
import { eventually } from '../../../test/support/eventually.ts';
import { findSample, readMetrics } from '../../../test/support/metrics.ts';
import { putDatabase } from './support/put-database.ts';
import { startRelay } from './support/started-relay.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const JOB = 'old-outcomes';

class ShortPause extends SystemPause {
  override wait(ms: number, signal: AbortSignal): Promise<void> {
    return super.wait(Math.min(ms, 50), signal);
  }
}

it('a relay does not run an exclusive job while another relay holds its lease', async () => {
  const DATA_DIR = createTemporaryFolder();
  await putDatabase(DATA_DIR);
  const database = openDatabase({ dataDir: DATA_DIR });
  const { jobLeases } = createStores(database);
  const ofAnother = { holder: 'a relay that runs it', leaseMs: 60_000 };
  expect(await jobLeases.hold(JOB, ofAnother)).toBe(true);

  const { url } = await startRelay({ DATA_DIR }, { pause: new ShortPause() });
  const countRuns = async (job = JOB): Promise<number> =>
    findSample(await readMetrics(url), 'errata_relay_job_runs_total', { job }) ?? 0;
  await eventually('the other jobs', async () => (await countRuns('deleted-issues')) > 2);
  expect(await countRuns()).toBe(0);

  await jobLeases.release(JOB, ofAnother.holder);
  await eventually('a run', async () => (await countRuns()) > 0);
  await database.close();
});
