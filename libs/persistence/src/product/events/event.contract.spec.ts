import { describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport, onEachDatabase } from '../../testing/index.ts';
import { mergeKeys } from '../../testing/merge-keys.ts';
import type { GroupedEvent } from '../recording/report.store.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

/** An event whose id is the letter 32 times, received so many seconds after noon. */
function createNamed(letter: string, seconds: number, groupedBy = 'a'): GroupedEvent {
  return createGroupedEvent({
    groupedBy,
    grouping: { value: groupedBy },
    event: { eventId: letter.repeat(32), receivedAtMs: NOON_MS + seconds * 1000 },
  });
}

describe('EventStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openWith(...events: readonly GroupedEvent[]) {
      const { stores, database } = await openFresh();
      await stores.projects.ensure([
        { slug: 'app', id: 1 },
        { slug: 'web', id: 2 },
      ]);
      for (const [index, event] of events.entries()) {
        await stores.reports.record([createReport(index + 1, [event])]);
      }
      const idOf = async (group: string) => {
        const issues = await stores.issues.list({ limit: 100 });
        return issues.find(({ value }) => value === group)?.id ?? 0;
      };
      return { database, idOf, events: stores.events };
    }

    /** The letters of the event found and its neighbours: `older < found > newer`. */
    const letters = (
      found: Awaited<ReturnType<Awaited<ReturnType<typeof openWith>>['events']['find']>>,
    ) => found && [found.olderEventId?.[0], found.event.eventId[0], found.newerEventId?.[0]];

    it('gives back the event as it was recorded', async () => {
      const sent = { message: 'half \ud800 and \u0000', extra: { deep: [{ a: 1 }, null, 'x'] } };
      const recorded = createGroupedEvent({ grouping: { value: 'a' }, sent });
      const { events, idOf } = await openWith(recorded);
      const found = await events.find(await idOf('a'));
      expect(found).toMatchObject({ event: recorded.event, payload: { format: 'event' } });
      expect(JSON.parse(found?.payload?.json ?? '')).toMatchObject({ event: sent });
    });

    it('finds the latest event by time received, whatever order they were recorded in', async () => {
      const { events, idOf } = await openWith(
        createNamed('2', 20),
        createNamed('3', 30),
        createNamed('1', 10),
      );
      expect(letters(await events.find(await idOf('a')))).toEqual(['2', '3', undefined]);
    });

    it('leads from each event to the next older and newer one', async () => {
      const { events, idOf } = await openWith(
        createNamed('2', 20),
        createNamed('3', 30),
        createNamed('1', 10),
      );
      const id = await idOf('a');
      expect(letters(await events.find(id, '2'.repeat(32)))).toEqual(['1', '2', '3']);
      expect(letters(await events.find(id, '1'.repeat(32)))).toEqual([undefined, '1', '2']);
    });

    it('orders events of one time, so that stepping visits each', async () => {
      const { events, idOf } = await openWith(
        ...['1', '2', '3', '4'].map((letter) => createNamed(letter, 0)),
      );
      const id = await idOf('a');
      const visited: string[] = [];
      let at = (await events.find(id))?.event.eventId;
      while (at !== undefined) {
        visited.push(at[0] ?? '');
        at = (await events.find(id, at))?.olderEventId;
      }
      expect(visited.toSorted()).toEqual(['1', '2', '3', '4']);
    });

    it('finds nothing for an event of another issue or project, or that is not there', async () => {
      const { events, idOf } = await openWith(
        createNamed('1', 0, 'a'),
        createNamed('2', 0, 'b'),
        createGroupedEvent({ groupedBy: 'a', event: { eventId: '3'.repeat(32), projectId: 2 } }),
      );
      const id = await idOf('a');
      expect(await events.find(id, '2'.repeat(32))).toBeUndefined();
      expect(await events.find(id, '3'.repeat(32))).toBeUndefined();
      expect(await events.find(id, 'nonsense')).toBeUndefined();
      expect(await events.find(id + 100)).toBeUndefined();
    });

    it('walks through the events of all keys of an issue', async () => {
      const { events, idOf, database } = await openWith(
        createNamed('1', 10, 'a'),
        createNamed('2', 20, 'b'),
        createNamed('3', 30, 'a'),
        createNamed('4', 40, 'b'),
      );
      const [a, b] = [await idOf('a'), await idOf('b')];
      await mergeKeys(database, { from: b, into: a });
      expect(letters(await events.find(a))).toEqual(['3', '4', undefined]);
      expect(letters(await events.find(a, '3'.repeat(32)))).toEqual(['2', '3', '4']);
      expect(await events.find(b)).toBeUndefined();
    });
  });
});
