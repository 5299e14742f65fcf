import { describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';
import { kyselyOf } from '#persistence/testing';
import type { EventTraits } from '../../../testing/reports.ts';
import type { EventQuote } from './finding.store.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const TRACE = 'a'.repeat(32);

describe('FindingStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openWith(...traits: readonly EventTraits['event'][]) {
      const { stores, database } = await openFresh();
      await stores.projects.ensure([
        { slug: 'app', id: 1 },
        { slug: 'web-shop', id: 2 },
      ]);
      for (const [index, event] of traits.entries()) {
        const occurredAtMs = NOON_MS + index * 1000;
        const created = createGroupedEvent({ event: { occurredAtMs, ...event } });
        await stores.reports.record([createReport(index + 1, [created])]);
      }
      const idsOf = async (quote: EventQuote, scope: 'all' | readonly number[] = 'all') => {
        const found = await stores.finding.findEvents(quote, { scope, limit: 3 });
        return found.map(({ eventId }) => eventId);
      };
      return { stores, database, idsOf };
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

    it('finds events by digest and by request id, and counts them by digest', async () => {
      const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
      const { stores, idsOf } = await openWith(
        { eventId: one, digest: '3512899471', requestId: 'req-7' },
        { eventId: two, digest: '3512899471' },
        { projectId: 2, digest: '3512899471' },
        { digest: '9' },
      );
      expect(await idsOf({ by: 'digest', text: '3512899471' }, [1])).toEqual([two, one]);
      expect(await idsOf({ by: 'request', text: 'req-7' })).toEqual([one]);
      expect(await idsOf({ by: 'request', text: 'req' })).toEqual([]);
      expect(await stores.finding.countByDigest('3512899471', [1])).toEqual({
        events: 2,
        firstSeenMs: NOON_MS,
        lastSeenMs: NOON_MS + 1000,
      });
      expect(await stores.finding.countByDigest('3512899471', [3])).toBeUndefined();
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
      const { stores, database, idsOf } = await openWith({ digest: '77', traceId: TRACE });
      await stores.deletions.delete(1);
      expect(await idsOf({ by: 'digest', text: '77' })).toEqual([]);
      expect(await idsOf({ by: 'trace', text: TRACE })).toEqual([]);
      expect(await stores.finding.countByDigest('77', 'all')).toBeUndefined();
      while (await stores.deletions.sweep()) {
        // Sweeps until nothing is left.
      }
      const left = await kyselyOf(database).selectFrom('event_names').selectAll().execute();
      expect(left).toEqual([]);
    });
  });
});
