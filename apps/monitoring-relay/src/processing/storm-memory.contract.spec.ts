import { expect, it } from '@jest/globals';
import { createStores } from '#product';
import { DeferredPayload, type RecordedEvent } from '#product/recording/reports';
import { dumpRows, type FreshDatabase, onEachDatabase } from '#product/testing';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { defaultRules } from '../../test/support/default-rules.ts';
import { FaultLog } from '../../test/support/doubles.ts';
import { createEnvelope, createEvent } from '../../test/support/envelopes.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { openSpool } from '../../test/support/opened-spool.ts';
import { silenceLog } from '../../test/support/silence-log.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { types } from '../../test/support/item-types.ts';
import { Processor } from './processor.ts';

silenceLog();

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const BATCHES = 8;
const REPORTS = 12;

/** Two issues of which one is deleted, two hours, and a release and an environment that begin late. */
function createSent(batch: number, report: number) {
  const number = batch * REPORTS + report;
  const eventId = number.toString(16).padStart(32, '0');
  const event = createEvent({
    event_id: eventId,
    message: `token=hush${number % 5}`,
    fingerprint: [`${report % 2}`],
    user: { id: `u${number % 7}` },
    tags: { host: `h${report % 3}` },
    release: batch > 2 && report % 4 === 1 ? 'late' : 'early',
    environment: batch > 3 && report === 5 ? 'staging' : 'live',
  });
  const receivedAtMs = NOON_MS + Math.floor(batch / 5) * 3_600_000 + number;
  return createIncomingReport({
    eventId,
    receivedAtMs,
    body: Buffer.from(createEnvelope({ eventId, event })),
  });
}

async function play({ database }: FreshDatabase, learns: boolean) {
  const clock = new ClockDouble();
  clock.ms = NOON_MS;
  const bounds = { newIssues: 100, newIssuesPerMinute: 100, wholeEventsPerHour: 3 };
  const stores = createStores(database, { bounds, clock, secret: 's'.repeat(32) });
  await stores.projects.ensure([{ slug: 'app', id: 1 }]);
  const { file, spool: queue } = openSpool(createTemporaryFolder());
  const recorded: RecordedEvent[] = [];
  const record: typeof stores.reports.record = async (reports) => {
    const facts = await stores.reports.record(reports);
    recorded.push(...facts.events);
    return learns ? facts : { ...facts, events: [] };
  };
  const reports = {
    record,
    forget: stores.reports.forget.bind(stores.reports),
    forgetRequests: stores.reports.forgetRequests.bind(stores.reports),
  };
  const parts = {
    rules: defaultRules(),
    types,
    faults: new FaultLog(),
    clock,
    pause: new NoPause(),
  };
  const processor = new Processor({ queue, stores: { ...stores, reports }, ...parts });
  for (let batch = 0; batch < BATCHES; batch += 1) {
    for (let report = 0; report < REPORTS; report += 1) {
      await queue.append(createSent(batch, report));
    }
    await processor.finish();
    if (batch === 2) await stores.deletions.delete(1);
  }
  file.close();
  // These tables have names and times that are new for each database.
  const isOther = (row: string) => /^(?:processed_reports|project_keys|projects) /.test(row);
  const rows = (await dumpRows(database)).split('\n').filter((row) => !isOther(row));
  const payloads = recorded.map(({ grouped }) => grouped.payload);
  return { rows, recorded, payloads };
}

onEachDatabase('StormMemory', ({ openFresh }) => {
  it('spares payloads of a storm, and leaves the rows that are written without it', async () => {
    const known = await play(await openFresh(), true);
    const unknown = await play(await openFresh(), false);
    expect(known.rows).toEqual(unknown.rows);
    const deferred = known.payloads.filter((payload) => payload instanceof DeferredPayload);
    expect(deferred.length).toBeGreaterThan(known.payloads.length / 2);
    // One of the deleted issue's storm is among the first of the issue that follows.
    const isMade = ({ madeBody }: DeferredPayload) => madeBody !== undefined;
    expect(deferred.filter(isMade)).toHaveLength(1);
    expect(unknown.payloads.some((payload) => payload instanceof DeferredPayload)).toBe(false);
    expect(known.recorded.map(({ keeping }) => keeping)).toContain('storm');
  });
});
