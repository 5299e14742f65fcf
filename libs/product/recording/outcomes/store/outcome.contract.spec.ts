import { expect, it } from '@jest/globals';
import { outcomeLimits } from '#shared';
import type { DiscardCount, OutcomeCount } from '#shared';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  MINUTE_MS,
  HOUR_MS,
} from '../../../testing/index.ts';

function createCount(traits: Partial<OutcomeCount> = {}): OutcomeCount {
  const of = { projectId: 1, publicKey: 'abc', kind: 'session', atMs: NOON_MS, quantity: 1 };
  return { ...of, outcome: 'filtered', reason: 'kind', ...traits } as OutcomeCount;
}

onEachDatabase('OutcomeStore', ({ openFresh }) => {
  async function openWithProjects() {
    const fresh = await openFresh('app', 'web');
    const { outcomes, reports } = fresh.stores;
    return {
      ...fresh,
      outcomes,
      reports,
      count: (...counts: OutcomeCount[]) => fresh.recordReport({ outcomes: counts }),
      list: (per: 'minute' | 'hour' = 'minute', projectId = 1) =>
        outcomes.list({ projectId, fromMs: 0, toMs: NOON_MS + 24 * HOUR_MS, per }),
      listRows: () =>
        fresh.db
          .selectFrom('outcome_minutes')
          .select(['project_id', 'public_key', 'outcome', 'reason', 'kind', 'quantity'])
          .orderBy('project_id')
          .orderBy('public_key')
          .orderBy('outcome')
          .orderBy('kind')
          .execute(),
    };
  }

  it('sums the outcomes of the items of projects, without counts that were taken back', async () => {
    const { outcomes, count, list } = await openWithProjects();
    const failed = createCount({ outcome: 'failed', reason: 'recording', kind: 'error' });
    await count(createCount(), createCount({ publicKey: 'def', atMs: NOON_MS + MINUTE_MS }));
    await count(failed, createCount({ projectId: 2, quantity: 5 }), createCount({ kind: 'span' }));
    await count({ ...failed, quantity: -1 });
    const range = { fromMs: NOON_MS, toMs: NOON_MS + MINUTE_MS };
    const filtered = { outcome: 'filtered', reason: 'kind', kind: 'session' };
    const sorted = async (per: 'minute' | 'hour', projectIds = [1, 2]) =>
      (await outcomes.sum({ ...range, projectIds, per })).toSorted(
        (a, b) => a.quantity - b.quantity,
      );
    for (const per of ['minute', 'hour'] as const) {
      expect(await sorted(per)).toEqual([
        { ...filtered, projectId: 1, kind: 'span', quantity: 1 },
        { ...filtered, projectId: 1, quantity: 2 },
        { ...filtered, projectId: 2, quantity: 5 },
      ]);
      expect(await list(per)).not.toContainEqual(expect.objectContaining({ outcome: 'failed' }));
    }
    expect(await sorted('minute', [2])).toHaveLength(1);
    expect(await sorted('minute', [])).toEqual([]);
  });

  it('counts the items of each key of a project in a day, with the last time', async () => {
    const { outcomes, count } = await openWithProjects();
    const nowMs = NOON_MS + 30 * MINUTE_MS;
    const old = { publicKey: 'old', atMs: NOON_MS - 72 * HOUR_MS };
    await count(
      createCount({ quantity: 3, atMs: NOON_MS - 30 * HOUR_MS }),
      createCount({ quantity: 2, atMs: NOON_MS + 5 * MINUTE_MS }),
      createCount({ outcome: 'stored', reason: 'taken', kind: 'error', quantity: 5 }),
      createCount(old),
      createCount({ projectId: 2, publicKey: 'other' }),
    );
    await outcomes.removeOld(NOON_MS + 24 * HOUR_MS);
    const uses = await outcomes.listKeyUse(1, nowMs);
    expect(uses.toSorted((one, other) => (one.publicKey < other.publicKey ? -1 : 1))).toEqual([
      { publicKey: 'abc', lastDay: 7, lastUsedMs: NOON_MS + 5 * MINUTE_MS },
      { publicKey: 'old', lastDay: 0, lastUsedMs: NOON_MS - 72 * HOUR_MS },
    ]);
  });

  it('keeps the items that SDKs dropped apart from outcomes, and removes old ones alike', async () => {
    const { outcomes, reports, list } = await openWithProjects();
    const discard: DiscardCount = {
      projectId: 1,
      publicKey: 'abc',
      atMs: NOON_MS,
      quantity: 2,
      reason: 'sample_rate',
      kind: 'error',
    };
    const discards: DiscardCount[] = [
      discard,
      { ...discard, quantity: 5 },
      { ...discard, reason: 'before_send', atMs: NOON_MS + MINUTE_MS },
      { ...discard, projectId: 2 },
    ];
    const report = createReport(1, [], { discards: [discards.slice(0, 1), discards.slice(1)] });
    await reports.record([report]);
    await reports.record([report]);
    const range = { projectId: 1, fromMs: 0, toMs: NOON_MS + HOUR_MS };
    expect(await outcomes.listDiscards({ ...range, per: 'minute' })).toEqual([
      { startsAtMs: NOON_MS, reason: 'sample_rate', quantity: 7 },
      { startsAtMs: NOON_MS + MINUTE_MS, reason: 'before_send', quantity: 2 },
    ]);
    expect(await outcomes.listDiscards({ ...range, per: 'hour' })).toEqual([
      { startsAtMs: NOON_MS, reason: 'before_send', quantity: 2 },
      { startsAtMs: NOON_MS, reason: 'sample_rate', quantity: 7 },
    ]);
    const sums = await outcomes.sumDiscards({ ...range, projectIds: [1, 2], per: 'hour' });
    expect(sums.map((sum) => Object.values(sum).join(' ')).toSorted()).toEqual([
      '1 before_send error 2',
      '1 sample_rate error 7',
      '2 sample_rate error 2',
    ]);
    expect(await outcomes.sumDiscards({ ...range, projectIds: [], per: 'hour' })).toEqual([]);
    expect(await list()).toEqual([]);
    expect(await outcomes.removeOld(NOON_MS + outcomeLimits.hoursKeptMs + 2 * HOUR_MS)).toBe(true);
    expect(await outcomes.listDiscards({ ...range, per: 'hour' })).toEqual([]);
  });

  it('counts events as stored or duplicate, by project, key and kind, beside other outcomes', async () => {
    const { reports, listRows } = await openWithProjects();
    const known = { event: { eventId: 'a'.repeat(32) } };
    const events = [known, known, {}, { kind: 'security' as const }].map(createGroupedEvent);
    await reports.record([
      createReport(1, events, { outcomes: [createCount({ quantity: 3 })] }),
      createReport(2, [known, {}].map(createGroupedEvent), { publicKey: 'def' }),
      createReport(3, [createGroupedEvent({ event: { projectId: 2 } })], { publicKey: 'xyz' }),
    ]);
    const ofApp = { project_id: 1, public_key: 'abc' };
    const stored = { outcome: 'stored', reason: 'taken' };
    const duplicate = { outcome: 'duplicate', reason: 'event_id', kind: 'error', quantity: 1 };
    expect(await listRows()).toEqual([
      { ...ofApp, ...duplicate },
      { ...ofApp, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 3 },
      { ...ofApp, ...stored, kind: 'error', quantity: 2 },
      { ...ofApp, ...stored, kind: 'security', quantity: 1 },
      { ...ofApp, ...duplicate, public_key: 'def' },
      { ...ofApp, ...stored, public_key: 'def', kind: 'error', quantity: 1 },
      { project_id: 2, public_key: 'xyz', ...stored, kind: 'error', quantity: 1 },
    ]);
  });

  it('counts nothing when the reports cannot be recorded', async () => {
    const { reports, list } = await openWithProjects();
    const bad = createReport(2, [createGroupedEvent({ event: { level: null as never } })]);
    const good = createReport(1, [createGroupedEvent()], { outcomes: [createCount()] });
    await expect(reports.record([good, bad])).rejects.toThrow(/not.null/i);
    expect(await list()).toEqual([]);
  });

  it('adds counts from outside of reports completely or not at all, across processes', async () => {
    const { outcomes, count, listRows, list, db, openAgain } = await openWithProjects();
    const refused = createCount({ outcome: 'rate_limited', reason: 'key', kind: 'error' });
    await count(createCount());
    await Promise.all([
      outcomes.add([createCount({ quantity: 2 }), refused, refused]),
      openAgain().stores.outcomes.add([refused, createCount()]),
    ]);
    await outcomes.add([]);
    const ofApp = { project_id: 1, public_key: 'abc' };
    const rows = [
      { ...ofApp, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 4 },
      { ...ofApp, outcome: 'rate_limited', reason: 'key', kind: 'error', quantity: 3 },
    ];
    expect(await listRows()).toEqual(rows);
    expect((await list('hour')).map(({ quantity }) => quantity)).toEqual([4, 3]);
    await db.schema.dropTable('outcome_minutes').execute();
    await expect(outcomes.add([refused])).rejects.toThrow('outcome_minutes');
    expect((await list('hour')).map(({ quantity }) => quantity)).toEqual([4, 3]);
  });

  it('accepts counts of a project that is gone', async () => {
    const { count, list } = await openWithProjects();
    await count(createCount({ projectId: 99 }), createCount());
    expect(await list('minute', 99)).toMatchObject([{ quantity: 1 }]);
    expect(await list()).toMatchObject([{ quantity: 1 }]);
  });

  it('sums by minute and by hour, over keys, reasons and kinds, for one project', async () => {
    const { count, list } = await openWithProjects();
    await count(
      createCount({ atMs: NOON_MS + 59_999, quantity: 2 }),
      createCount({ atMs: NOON_MS + MINUTE_MS, publicKey: 'def' }),
      createCount({ atMs: NOON_MS + HOUR_MS, kind: 'transaction' }),
      createCount({ projectId: 2, quantity: 100 }),
    );
    await count(
      createCount({ atMs: NOON_MS, kind: 'transaction', quantity: 5 }),
      createCount({ outcome: 'rate_limited', reason: 'key', atMs: NOON_MS }),
      createCount({ outcome: 'rate_limited', reason: 'project', atMs: NOON_MS }),
    );
    const filtered = { outcome: 'filtered' };
    const limited = { outcome: 'rate_limited', startsAtMs: NOON_MS, quantity: 2 };
    expect(await list()).toEqual([
      { ...filtered, startsAtMs: NOON_MS, quantity: 7 },
      limited,
      { ...filtered, startsAtMs: NOON_MS + MINUTE_MS, quantity: 1 },
      { ...filtered, startsAtMs: NOON_MS + HOUR_MS, quantity: 1 },
    ]);
    expect(await list('hour')).toEqual([
      { ...filtered, startsAtMs: NOON_MS, quantity: 8 },
      limited,
      { ...filtered, startsAtMs: NOON_MS + HOUR_MS, quantity: 1 },
    ]);
  });

  it('sums by day, outcome and kind, over keys, for one project', async () => {
    const { outcomes, count } = await openWithProjects();
    const nowMs = NOON_MS + 59_000;
    const ofDay = (day: number, traits: Partial<OutcomeCount> = {}) =>
      createCount({ atMs: NOON_MS + day * 24 * HOUR_MS, ...traits });
    const failed = { outcome: 'failed', reason: 'recording' } as const;
    await count(
      ofDay(0),
      ofDay(0, { publicKey: 'def', atMs: Date.UTC(2026, 0, 5), quantity: 2 }),
      ofDay(0, { reason: 'noise', kind: 'error' }),
      ofDay(0, failed),
      ofDay(-1, { atMs: Date.UTC(2026, 0, 5) - 1 }),
      ofDay(-2),
      ofDay(1),
      ofDay(0, { projectId: 2 }),
    );
    await count(ofDay(0, { ...failed, quantity: -1 }));
    const listed = await outcomes.listDays({ projectId: 1, nowMs, days: 2 });
    const day = { outcome: 'filtered', startsAtMs: Date.UTC(2026, 0, 5) };
    const expected = [
      { ...day, reason: 'kind', kind: 'session', quantity: 3 },
      { ...day, reason: 'noise', kind: 'error', quantity: 1 },
      { ...day, startsAtMs: Date.UTC(2026, 0, 4), reason: 'kind', kind: 'session', quantity: 1 },
    ];
    expect(listed).toHaveLength(expected.length);
    expect(listed).toEqual(expect.arrayContaining(expected));
  });

  it('sums all projects by several hours, without reports of losses', async () => {
    const { outcomes, count } = await openWithProjects();
    const lost = { outcome: 'stored', reason: 'taken', kind: 'internal' } as const;
    await count(
      createCount({ quantity: 2 }),
      createCount({ projectId: 2, kind: 'error', atMs: NOON_MS + 2 * HOUR_MS }),
      createCount({ atMs: NOON_MS + 3 * HOUR_MS }),
      createCount({ atMs: NOON_MS - 1 }),
      createCount(lost),
    );
    const sums = await outcomes.listAll(NOON_MS, 3 * HOUR_MS);
    expect(sums.toSorted((a, b) => a.startsAtMs - b.startsAtMs)).toEqual([
      { startsAtMs: NOON_MS, outcome: 'filtered', quantity: 3 },
      { startsAtMs: NOON_MS + 3 * HOUR_MS, outcome: 'filtered', quantity: 1 },
    ]);
  });

  it('lists from the bucket of the start to the bucket of the end', async () => {
    const { outcomes, count } = await openWithProjects();
    const minutes = [0, 1, 2, 3].map((minute) => NOON_MS + minute * MINUTE_MS);
    await count(...minutes.map((atMs) => createCount({ atMs })));
    const range = { projectId: 1, fromMs: NOON_MS + 119_999, toMs: NOON_MS + 120_000 };
    const listed = await outcomes.list({ ...range, per: 'minute' });
    expect(listed.map(({ startsAtMs }) => startsAtMs)).toEqual(minutes.slice(1, 3));
    expect(await outcomes.list({ ...range, per: 'hour' })).toMatchObject([{ quantity: 4 }]);
  });

  it('removes old minutes and hours, in steps', async () => {
    const { outcomes, count, list } = await openWithProjects();
    const { minutesKeptMs, hoursKeptMs } = outcomeLimits;
    const old = Array.from({ length: 2500 }, (_, index) =>
      createCount({ atMs: NOON_MS - minutesKeptMs - index * MINUTE_MS }),
    );
    await count(...old, createCount({ atMs: NOON_MS - hoursKeptMs - 1 }), createCount());
    expect(await outcomes.removeOld(NOON_MS)).toBe(true);
    expect((await list()).length).toBeGreaterThan(2);
    while (await outcomes.removeOld(NOON_MS));
    expect((await list()).map(({ startsAtMs }) => startsAtMs)).toEqual([
      NOON_MS - minutesKeptMs,
      NOON_MS,
    ]);
    const hours = await list('hour');
    expect(hours.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2501);
  });

  it('counts correctly when several processes count the same at once', async () => {
    const { openAgain, list } = await openWithProjects();
    const processes = Array.from({ length: 3 }, () => openAgain().stores.reports);
    const counts = ['x', 'y', 'z'].map((publicKey) => createCount({ publicKey }));
    await Promise.all(
      processes.flatMap((reports, process) =>
        Array.from({ length: 10 }, (_, index) =>
          reports.record([
            createReport(index, [], {
              origin: `origin-${process}`,
              outcomes: process % 2 === 0 ? counts : counts.toReversed(),
            }),
          ]),
        ),
      ),
    );
    expect(await list()).toMatchObject([{ quantity: 90 }]);
  });
});
