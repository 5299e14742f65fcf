import { expect, it } from '@jest/globals';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';
import { expectConsistent } from '../../../testing/consistency.ts';
import { mergeInto } from '../../../testing/merge.ts';
import type { ProcessedReport } from '../../reports/store/report.ts';

const PROCESSES = 4;
const BATCHES = 6;
const EVENTS = 40;
const GROUPS = 25;

onEachDatabase('ReportStore, with several processes on one database', ({ openFresh }) => {
  async function openProcesses() {
    const { stores, database, db, openAgain } = await openFresh('app', 'web');
    const others = Array.from({ length: PROCESSES - 1 }, () => openAgain().stores);
    return { db, database, stores, processes: [stores, ...others] };
  }

  it('makes each issue once and counts every event, in any order of keys', async () => {
    const { db, processes } = await openProcesses();
    const counts = await Promise.all(
      processes.map(async ({ reports }, process) => {
        let stored = 0;
        for (let batch = 0; batch < BATCHES; batch += 1) {
          stored += (await reports.record(createBatch(process, batch))).stored;
        }
        return stored;
      }),
    );
    expect(counts.reduce((sum, stored) => sum + stored, 0)).toBe(PROCESSES * BATCHES * EVENTS);
    await expectConsistent(db);
    const issues = await db.selectFrom('issues').select(['project_id', 'number']).execute();
    for (const projectId of [1, 2]) {
      const numbers = issues
        .filter(({ project_id }) => project_id === projectId)
        .map(({ number }) => number);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: GROUPS }, (_, index) => index + 1),
      );
    }
  });

  it('sums the events of several keys of one issue that are counted at the same time', async () => {
    const { db, stores, processes } = await openProcesses();
    const record = (process: number, reportId: number) =>
      processes[process]?.reports.record([
        createReport(reportId, [createGroupedEvent({ groupedBy: `group ${process}` })], {
          origin: `origin-${process}`,
        }),
      ]);
    await record(0, 0);
    await record(1, 0);
    await mergeInto(stores, { from: 2, into: 1 });
    for (let round = 1; round <= 20; round += 1) {
      await Promise.all([record(0, round), record(1, round)]);
    }
    const issue = db.selectFrom('issues').select('events').where('id', '=', 1);
    expect(await issue.execute()).toEqual([{ events: 42 }]);
  });

  it('counts the same reports once when all processes record them', async () => {
    const { db, processes } = await openProcesses();
    const batch = createBatch(0, 0);
    const facts = await Promise.all(processes.map(({ reports }) => reports.record(batch)));
    expect(facts.reduce((sum, { stored }) => sum + stored, 0)).toBe(EVENTS);
    await expectConsistent(db);
  });

  it('counts the same events once when they arrive in different reports', async () => {
    const { db, processes } = await openProcesses();
    const batch = createBatch(0, 0);
    const facts = await Promise.all(
      processes.map(({ reports }, process) =>
        reports.record(batch.map((report) => ({ ...report, origin: `origin-${process}` }))),
      ),
    );
    expect(facts.reduce((sum, { stored }) => sum + stored, 0)).toBe(EVENTS);
    await expectConsistent(db);
  });

  it('leaves no issue behind for an event that another process stored under another key', async () => {
    const { db, processes } = await openProcesses();
    const eventId = 'a'.repeat(32);
    await Promise.all(
      processes.map(({ reports }, process) =>
        reports.record([
          createReport(
            1,
            [createGroupedEvent({ event: { eventId }, groupedBy: `group ${process}` })],
            { origin: `origin-${process}` },
          ),
        ]),
      ),
    );
    expect(await db.selectFrom('issues').select('events').execute()).toEqual([{ events: 1 }]);
  });
});

/** All processes record the same groups and users, each in a different order. */
function createBatch(process: number, batch: number): ProcessedReport[] {
  return Array.from({ length: EVENTS }, (_, index) => {
    const turn = index * (process % 2 === 0 ? 1 : -1) + process * 7 + batch * 11;
    const group = ((turn % GROUPS) + GROUPS) % GROUPS;
    const event = createGroupedEvent({
      event: { projectId: 1 + (index % 2) },
      groupedBy: `group ${group}`,
      userHash: `user ${index % 5}`,
    });
    return createReport(batch * EVENTS + index, [event], { origin: `origin-${process}` });
  });
}
