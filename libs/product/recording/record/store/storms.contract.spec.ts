import { expect, it } from '@jest/globals';
import { boundLimits } from '#shared';
import { expectConsistent } from '../../../testing/consistency.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  HOUR_MS,
} from '../../../testing/index.ts';
import type { EventTraits } from '../../../testing/reports.ts';
import { createStores } from '../../../create-stores.ts';
import { unbounded } from './recording-bounds.ts';

const bounds = { ...unbounded, wholeEventsPerHour: 3 };

onEachDatabase('a storm of events', ({ openFresh }) => {
  async function openBounded() {
    const { database, db, clock, openAgain } = await openFresh('app');
    const stores = createStores(database, { bounds, clock });
    let reportId = 0;
    const record = (...events: readonly EventTraits[]) => {
      reportId += 1;
      return stores.reports.record([createReport(reportId, events.map(createGroupedEvent))]);
    };
    const listKept = async () => {
      const rows = await db.selectFrom('events').select('not_kept').orderBy('id').execute();
      return rows.map(({ not_kept }) => not_kept ?? 'whole');
    };
    return { stores, db, record, listKept, openAgain };
  }

  const ids = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => String(from + index).padStart(32, '0'));
  const named = (eventId: string, traits: EventTraits['event'] = {}): EventTraits => ({
    event: { eventId, receivedAtMs: NOON_MS, ...traits },
    userHash: eventId,
  });

  it('keeps the first events of an hour whole, then stubs, and counts them all', async () => {
    const { stores, db, record, listKept } = await openBounded();
    await record(...ids(2).map((id) => named(id)));
    await record(...ids(4, 2).map((id) => named(id)));
    expect(await listKept()).toEqual(['whole', 'whole', 'whole', 'storm', 'storm', 'storm']);
    expect(await stores.issues.list({ limit: 10 })).toMatchObject([{ events: 6, users: 6 }]);
    const payloads = await db.selectFrom('event_payloads').select('id').execute();
    expect(payloads).toHaveLength(3);
    await expectConsistent(db);
    const range = { projectIds: [1], fromMs: NOON_MS, toMs: NOON_MS, per: 'minute' } as const;
    const sums = await stores.outcomes.sum(range);
    expect(sums.map(({ outcome, reason, quantity }) => [outcome, reason, quantity])).toEqual(
      expect.arrayContaining([
        ['stored', 'taken', 3],
        ['counted', 'storm', 3],
      ]),
    );
  });

  it('keeps one event beyond the daily budget of a release that leaves the issue resolved', async () => {
    const { stores, record, listKept } = await openBounded();
    const from = (release: string) => record({ event: { release, receivedAtMs: NOON_MS } });
    await from('1');
    const change = { kind: 'resolveInRelease', release: '2' } as const;
    await stores.triage.change({ issueIds: [1], change, byUserId: 1, nowMs: NOON_MS - 1 });
    const bytes = createGroupedEvent().payload.body.length + boundLimits.stubBytes;
    // The budget leaves less than one event of this size a day.
    await stores.storage.settle(9 * bytes, () => Promise.resolve(0));
    for (const release of ['1', '1', '2', '2']) await from(release);
    expect(await listKept()).toEqual(['whole', 'budget', 'budget', 'whole', 'budget']);
  });

  it('keeps the first event per release and environment, anew per hour and issue', async () => {
    const { record, listKept } = await openBounded();
    await record(...ids(3).map((id) => named(id, { release: 'a' })));
    await record(
      named('a'.repeat(32), { release: 'a' }),
      named('b'.repeat(32), { release: 'b' }),
      named('c'.repeat(32), { release: 'b', environment: 'test' }),
      named('d'.repeat(32), { release: 'b', environment: 'test' }),
      { ...named('e'.repeat(32), { release: 'a' }), groupedBy: 'another' },
      named('f'.repeat(32), { release: 'a', receivedAtMs: NOON_MS + HOUR_MS }),
    );
    const [first, second, third, ...others] = (await listKept()).toSorted();
    expect([first, second, ...others]).toEqual(['storm', 'storm', ...Array(6).fill('whole')]);
    expect(third).toBe('whole');
  });

  it('is detected by the time of receipt, not of occurrence', async () => {
    const { record, listKept } = await openBounded();
    const hoursAgo = (hours: number) => ({ occurredAtMs: NOON_MS - hours * HOUR_MS });
    await record(...ids(5).map((id, index) => named(id, hoursAgo(index))));
    expect(await listKept()).toEqual(['whole', 'whole', 'whole', 'storm', 'storm']);
  });

  it('keeps a limited number of first events, since senders choose their releases', async () => {
    const { record, listKept } = await openBounded();
    const many = 3 + boundLimits.firstsPerHour + 5;
    await record(...ids(many).map((id) => named(id, { release: id })));
    const kept = await listKept();
    expect(kept.filter((each) => each === 'whole')).toHaveLength(3 + boundLimits.firstsPerHour);
  });

  it('is detected across all relays that record its events', async () => {
    const { record, listKept, openAgain } = await openBounded();
    await record(...ids(2).map((id) => named(id)));
    const other = createStores(openAgain().database, { bounds });
    const events = ids(2, 2).map((id) => createGroupedEvent(named(id)));
    await other.reports.record([createReport(1, events, { origin: 'origin-2' })]);
    expect(await listKept()).toEqual(['whole', 'whole', 'whole', 'storm']);
  });

  it('leaves stubs of 200 bytes at most, with digest, trace, user and time', async () => {
    const { stores, db, record } = await openBounded();
    const long = { release: 'r'.repeat(200), environment: 'e'.repeat(200) };
    await record(...ids(3).map((id) => named(id, long)));
    await record(
      named('a'.repeat(32), {
        ...long,
        traceId: 'c'.repeat(32),
        digest: '3512899471',
        userName: 'ü'.repeat(200),
      }),
    );
    const row = await db
      .selectFrom('events')
      .selectAll()
      .where('not_kept', 'is not', null)
      .executeTakeFirstOrThrow();
    const bytes = Object.values(row).reduce<number>(
      (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 8),
      0,
    );
    expect(bytes).toBeLessThanOrEqual(boundLimits.stubBytes);
    const [issue] = await stores.issues.list({ limit: 1 });
    const found = await stores.events.find(issue!.id, 'a'.repeat(32));
    expect(found).toMatchObject({
      event: {
        eventId: 'a'.repeat(32),
        receivedAtMs: NOON_MS,
        traceId: 'c'.repeat(32),
        digest: '3512899471',
        userName: 'ü'.repeat(20),
      },
    });
  });

  it('links a stub to the nearest whole event, and shows a whole event first', async () => {
    const { stores, record } = await openBounded();
    const at = (seconds: number) => ({ receivedAtMs: NOON_MS + seconds * 1000 });
    await record(...ids(3).map((id, index) => named(id, at(index))));
    await record(named('a'.repeat(32), at(10)), named('b'.repeat(32), at(50)));
    await record(named('c'.repeat(32), { ...at(60), release: 'new' }));
    await record(named('d'.repeat(32), at(70)));
    const [issue] = await stores.issues.list({ limit: 1 });
    const find = (eventId?: string) => stores.events.find(issue!.id, eventId);
    expect((await find('a'.repeat(32)))?.notKept).toEqual({
      why: 'storm',
      nearestEventId: ids(3)[2],
    });
    expect((await find('b'.repeat(32)))?.notKept?.nearestEventId).toBe('c'.repeat(32));
    const latest = await find();
    expect([latest?.event.eventId, latest?.newerEventId, latest?.notKept]).toEqual([
      'c'.repeat(32),
      'd'.repeat(32),
      undefined,
    ]);
  });

  it('has its counts of whole events removed after a day', async () => {
    const { db, record } = await openBounded();
    await record(named('a'.repeat(32)));
    await record(named('b'.repeat(32), { receivedAtMs: NOON_MS + 26 * HOUR_MS }));
    const hours = await db.selectFrom('kept_hours').select('starts_at').execute();
    expect(hours).toEqual([{ starts_at: NOON_MS + 26 * HOUR_MS }]);
  });
});
