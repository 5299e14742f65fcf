import { expect, it } from '@jest/globals';
import { onEachDatabase } from '#product/testing';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { defaultRules } from '../../../test/support/default-rules.ts';
import { FaultLog } from '../../../test/support/doubles.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { types } from '../../../test/support/item-types.ts';
import { MAX_ATTEMPTS } from '../../spool/claims/known-failure.ts';
import { Processor } from '../processor.ts';
import { FailedRetries } from './failed-retries.ts';

silenceLog();

onEachDatabase('FailedRetries', ({ openFresh }) => {
  it('stores a report that crashed processing, once ten minutes pass without a crash', async () => {
    const { stores } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    const { file, spool: queue } = openSpool(createTemporaryFolder());
    await queue.append(
      createIncomingReport({
        eventId: 'a'.repeat(32),
        body: Buffer.from('{}\n{"type":"event"}\n{}'),
      }),
    );
    file.db.exec(`UPDATE reports SET attempts = ${MAX_ATTEMPTS}`);
    const clock = new ClockDouble();
    const parts = { stores, rules: defaultRules(), types, faults: new FaultLog(), clock };
    const lasting = new FailedRetries(parts);
    clock.ms += 600_000;
    await new Processor({ queue, pause: new NoPause(), ...parts }).finish();
    file.close();
    expect(await stores.failedReports.list({ limit: 9 })).toMatchObject([{ isRetriedLater: true }]);

    clock.ms += 599_999;
    expect(await lasting.tryNext()).toBe(false);
    const begunAnew = new FailedRetries(parts);
    clock.ms += 1;
    expect(await begunAnew.tryNext()).toBe(false);
    expect(await lasting.tryNext()).toBe(true);
    expect(await stores.failedReports.list({ limit: 9 })).toEqual([]);
    expect(await stores.issues.find(1, clock.ms)).toMatchObject({ id: 1 });
  });
});
