import { expect, it } from '@jest/globals';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import type { EventTraits } from '../../../testing/reports.ts';
import type { EventQuote } from './finding.store.ts';

const TRACE = 'a'.repeat(32);

onEachDatabase('FindingStore', ({ openFresh }) => {
  async function openWith(...traits: readonly EventTraits['event'][]) {
    const fresh = await openFresh('app', 'web-shop');
    for (const [index, event] of traits.entries()) {
      const occurredAtMs = NOON_MS + index * 1000;
      await fresh.record({ event: { occurredAtMs, ...event } });
    }
    const idsOf = async (quote: EventQuote, scope: 'all' | readonly number[] = 'all') => {
      const found = await fresh.stores.finding.findEvents(quote, { scope, limit: 3 });
      return found.map(({ eventId }) => eventId);
    };
    return { ...fresh, idsOf };
  }

  it('finds an event by its id or the beginning of the id, in the given projects', async () => {
    const id = `0123456789${'a'.repeat(22)}`;
    const other = `0123456799${'a'.repeat(22)}`;
    const { stores, idsOf } = await openWith({ eventId: id }, { eventId: other, projectId: 2 });
    expect(await idsOf({ by: 'id', text: id })).toEqual([id]);
    expect(await idsOf({ by: 'id', text: '012345678' })).toEqual([id]);
    expect(await idsOf({ by: 'id', text: '01234567' })).toEqual([other, id]);
    expect(await idsOf({ by: 'id', text: '01234567' }, [1])).toEqual([id]);
    expect(await idsOf({ by: 'id', text: '01234567' }, [])).toEqual([]);
    const [found] = await stores.finding.findEvents(
      { by: 'id', text: other },
      { scope: [2], limit: 1 },
    );
    expect(found).toEqual({
      eventId: other,
      projectId: 2,
      projectSlug: 'web-shop',
      issueId: 2,
      issueNumber: 1,
      type: 'TypeError',
      value: 'x is undefined',
      level: 'error',
      occurredAtMs: NOON_MS + 1000,
    });
  });

  it('finds the newest events of a trace', async () => {
    const ids = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));
    const { idsOf } = await openWith(...ids.map((eventId) => ({ eventId, traceId: TRACE })), {
      traceId: 'b'.repeat(32),
    });
    expect(await idsOf({ by: 'trace', text: TRACE })).toEqual(ids.toReversed().slice(0, 3));
  });

  it('finds events by digest, in all issues or in one, and by request id', async () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    const { idsOf } = await openWith(
      { eventId: one, digest: '3512899471', requestId: 'req-7' },
      { eventId: two, digest: '3512899471' },
      { projectId: 2, digest: '3512899471' },
      { digest: '9' },
    );
    expect(await idsOf({ by: 'digest', text: '3512899471' }, [1])).toEqual([two, one]);
    expect(await idsOf({ by: 'request', text: 'req-7' })).toEqual([one]);
    expect(await idsOf({ by: 'request', text: 'req' })).toEqual([]);
  });

  it('lists the issues that claim a digest: servers first, then by their first event', async () => {
    const digest = '3141592653';
    const forged = { digest, isOfUsers: true } as const;
    const [older, genuine] = ['1'.repeat(32), '2'.repeat(32)];
    const { stores } = await openWith(
      { ...forged, projectId: 2, occurredAtMs: 0 },
      { digest, eventId: older },
      { ...forged, eventId: genuine },
      { digest: '9' },
    );
    const other = createGroupedEvent({ groupedBy: 'another', event: { digest } });
    await stores.reports.record([createReport(9, [other])]);
    const list = (scope: 'all' | readonly number[]) =>
      stores.finding.listClaims(digest, { scope, limit: 3 });
    const claims = await list('all');
    expect(claims.map(({ issueId, isOfUsers }) => [issueId, isOfUsers])).toEqual([
      [2, 0],
      [3, 0],
      [1, 1],
    ]);
    const times = { firstSeenMs: NOON_MS + 1000, lastSeenMs: NOON_MS + 2000 };
    expect(claims[0]).toMatchObject({ eventId: genuine, events: 2, ...times });
    expect((await list([2])).map(({ projectSlug }) => projectSlug)).toEqual(['web-shop']);
  });

  it('finds issues by slug and number', async () => {
    const { stores } = await openWith({}, { projectId: 2 });
    const find = (slug: string, number: number, scope: 'all' | readonly number[] = 'all') =>
      stores.finding.findIssue({ slug, number }, scope);
    expect(await find('web-shop', 1)).toBe(2);
    expect(await find('web-shop', 1, [1])).toBeUndefined();
    expect(await find('web-shop', 2)).toBeUndefined();
    expect(await find('app', 1, [1])).toBe(1);
  });

  it('finds no event of a deleted issue, and removes the names of its events', async () => {
    const { stores, db, idsOf } = await openWith({ digest: '77', traceId: TRACE });
    await stores.deletions.delete(1);
    expect(await idsOf({ by: 'digest', text: '77' })).toEqual([]);
    expect(await idsOf({ by: 'trace', text: TRACE })).toEqual([]);
    expect(await stores.finding.listClaims('77', { scope: 'all', limit: 3 })).toEqual([]);
    while (await stores.deletions.sweep()) {
      // Sweeps until nothing is left.
    }
    const left = await db.selectFrom('event_names').selectAll().execute();
    expect(left).toEqual([]);
  });
});
