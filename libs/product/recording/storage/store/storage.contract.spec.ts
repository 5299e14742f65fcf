import { expect, it } from '@jest/globals';
import { boundLimits } from '#shared';
import { createAttachment } from '../../../testing/attachments.ts';
import { expectConsistent } from '../../../testing/consistency.ts';
import { createGroupedEvent, onEachDatabase, NOON_MS, DAY_MS } from '../../../testing/index.ts';
import type { EventTraits } from '../../../testing/reports.ts';
import { sweepAll } from '../../../testing/sweep.ts';

const EVENT_BYTES = createGroupedEvent().payload.body.length + boundLimits.stubBytes;

onEachDatabase('StorageStore', ({ openFresh }) => {
  async function openWithProjects() {
    const fresh = await openFresh('app', 'web');
    const { stores } = fresh;
    const record = (events: readonly EventTraits[], attachments: readonly number[] = []) => {
      const grouped = events.map(createGroupedEvent);
      const files = attachments.map((bytes, item) =>
        createAttachment('x'.repeat(bytes), {
          item,
          receivedAtMs: NOON_MS,
          eventId: grouped[0]?.event.eventId ?? 'f'.repeat(32),
        }),
      );
      return fresh.recordReport({ events: grouped, attachments: files });
    };
    const sum = async (nowMs = NOON_MS) => {
      const range = { projectIds: [1, 2], fromMs: NOON_MS, toMs: nowMs, per: 'hour' } as const;
      const sums = await stores.outcomes.sum(range);
      return Object.fromEntries(
        sums.map(({ outcome, reason, kind, quantity }) => [
          `${outcome} ${reason} ${kind}`,
          quantity,
        ]),
      );
    };
    return { ...fresh, record, sum };
  }
  const never = (): Promise<number> => Promise.reject(new Error('It was measured again.'));

  it('remembers the measured budget, prefers a setting, and takes 0 for no budget', async () => {
    const { stores, openAgain } = await openWithProjects();
    const getBudget = async () => {
      const { budgetBytes, isSet } = await stores.storage.getState(NOON_MS);
      return [budgetBytes, isSet];
    };
    await stores.storage.settle(700, never);
    expect(await getBudget()).toEqual([700, true]);
    await stores.storage.settle(undefined, () => Promise.resolve(1000));
    expect(await getBudget()).toEqual([1000, false]);
    await openAgain().stores.storage.settle(undefined, never);
    expect(await getBudget()).toEqual([1000, false]);
    await stores.storage.settle(0, never);
    expect(await getBudget()).toEqual([0, true]);
    await stores.storage.settle(undefined, never);
    expect(await getBudget()).toEqual([1000, false]);
  });

  it('lowers a measured budget to what a smaller disk allows, and never a setting', async () => {
    const { stores } = await openWithProjects();
    const { storage } = stores;
    const getBudget = async () => (await storage.getState(NOON_MS)).budgetBytes;
    expect(await storage.settle(undefined, () => Promise.resolve(1000), 1000)).toBeUndefined();
    expect(await storage.settle(900, never, 300)).toBeUndefined();
    expect(await getBudget()).toBe(900);
    expect(await storage.settle(undefined, never, 300)).toBe(1000);
    expect(await getBudget()).toBe(300);
    expect(await storage.settle(undefined, never, 5000)).toBeUndefined();
    expect(await getBudget()).toBe(300);
  });

  it('sums stored bytes by project and day, with files, and subtracts removed bytes', async () => {
    const { stores, record, db } = await openWithProjects();
    await record([{}], [1000, 500]);
    await record([{ event: { receivedAtMs: NOON_MS - DAY_MS } }]);
    await record([{ event: { projectId: 2 } }]);
    const { projects } = await stores.storage.getState(NOON_MS);
    const near = (bytes: number) => expect.closeTo(bytes, -2);
    expect(projects).toEqual([
      { projectId: 1, bytes: near(2 * EVENT_BYTES + 1500), dayBytes: near(EVENT_BYTES + 1500) },
      { projectId: 2, bytes: near(EVENT_BYTES), dayBytes: near(EVENT_BYTES) },
    ]);
    const [issue] = await stores.issues.list({ limit: 1, projectIds: [1] });
    await stores.deletions.delete(issue!.id);
    await sweepAll(stores, NOON_MS);
    const after = await stores.storage.getState(NOON_MS);
    expect(after.projects[0]).toEqual({ projectId: 1, bytes: 0, dayBytes: 0 });
    expect(await db.selectFrom('kept_hours').selectAll().execute()).toEqual([]);
  });

  it('counts events beyond the budget without keeping them, and refuses files, until the next day', async () => {
    const { stores, record, sum, db } = await openWithProjects();
    // One day of a project may use a twentieth of the budget.
    await stores.storage.settle(20 * EVENT_BYTES, never);
    await record([{ userHash: 'a' }, { userHash: 'b' }, { userHash: 'c' }]);
    await record([{ userHash: 'd' }], [10]);
    await record([], [10, 10]);
    expect(await stores.issues.list({ limit: 1 })).toMatchObject([{ events: 4, users: 4 }]);
    await expectConsistent(db);
    const whole = await db.selectFrom('event_payloads').select('id').execute();
    expect(whole.length).toBeLessThanOrEqual(2);
    expect(await sum()).toEqual({
      'stored taken error': whole.length,
      'counted budget error': 4 - whole.length,
      'filtered event_counted attachment': 1,
      'filtered budget attachment': 2,
    });
    const [used] = (await stores.storage.getState(NOON_MS)).projects;
    expect([used?.refusedTodayMs, used?.refusedSinceMs]).toEqual([NOON_MS, NOON_MS]);
    expect(await db.selectFrom('attachment_chunks').select('id').execute()).toEqual([]);
    await record([{ event: { receivedAtMs: NOON_MS + DAY_MS } }]);
    const later = await db.selectFrom('event_payloads').select('id').execute();
    expect(later).toHaveLength(whole.length + 1);
  });

  it('keeps the first event of a new or regressed issue beyond the daily budget', async () => {
    const { stores, record, db } = await openWithProjects();
    const of = (groupedBy: string): EventTraits => ({ groupedBy });
    await record([of('a')]);
    const by = { byUserId: 1, nowMs: NOON_MS - 1 };
    await stores.triage.change({ issueIds: [1], change: { kind: 'resolve' }, ...by });
    // A project may use half of the budget, and one day a tenth of that half.
    await stores.storage.settle(7 * EVENT_BYTES, never);
    await record([of('b'), of('b')]);
    await record([of('b'), of('a'), of('a'), of('c')]);
    await record([of('a'), of('c')]);
    const rows = await db
      .selectFrom('events')
      .innerJoin('event_payloads', 'event_payloads.id', 'events.id')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'grouping_key_id')
      .select('issue_id')
      .orderBy('issue_id')
      .execute();
    expect(rows.map(({ issue_id }) => issue_id)).toEqual([1, 1, 2, 3]);
    expect((await stores.issues.find(1))?.state).toMatchObject({ kind: 'regressed' });
    await record([of('d'), of('e')]);
    expect(await db.selectFrom('event_payloads').select('id').execute()).toHaveLength(4);
  });

  it.each([1, 9])('gives a project no more than half of the budget, %i at once', async (n) => {
    const { stores, record, db } = await openWithProjects();
    await stores.storage.settle(6 * EVENT_BYTES, never);
    const days = Array.from({ length: 9 }, (_, day) => NOON_MS + day * DAY_MS);
    const events = days.map((receivedAtMs) => ({ event: { receivedAtMs } }));
    for (let at = 0; at < days.length; at += n) await record(events.slice(at, at + n));
    const whole = await db.selectFrom('event_payloads').select('id').execute();
    expect(whole.length).toBeGreaterThanOrEqual(3);
    expect(whole.length).toBeLessThanOrEqual(4);
    await record([{ event: { projectId: 2, receivedAtMs: days[8]! } }]);
    const others = await db.selectFrom('event_payloads').select('id').execute();
    expect(others).toHaveLength(whole.length + 1);
  });
});
