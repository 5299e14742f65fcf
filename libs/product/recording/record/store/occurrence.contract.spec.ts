import { expect, it } from '@jest/globals';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { mergeInto } from '../../../testing/merge.ts';
import type { EventTraits } from '../../../testing/reports.ts';

/** An event that occurred `offsetMs` after noon. The letter fills its id and its head. */
type Brief = readonly [letter: string, offsetMs: number, groupedBy?: string];

function toBrief(text: string): Brief {
  const [letter, offsetMs] = text.split(' ') as [string, string];
  return [letter, Number(offsetMs)];
}

function toTraits([letter, offsetMs, groupedBy = 'a']: Brief): EventTraits {
  return {
    groupedBy,
    grouping: {
      type: `type ${letter}`,
      value: `value ${letter}`,
      place: `place ${letter}`,
      level: letter < 'f' ? 'error' : 'warning',
    },
    // Events are received after all of them have occurred, and in a different order.
    event: {
      eventId: letter.repeat(32),
      occurredAtMs: NOON_MS + offsetMs,
      receivedAtMs: NOON_MS + MINUTE_MS - Math.round(offsetMs / DAY_MS),
    },
  };
}

function headOf(letter: string) {
  const { type, value, place, level } = toTraits([letter, 0]).grouping!;
  return { type, value, place, level };
}

onEachDatabase('recording by the time of occurrence', ({ openFresh }) => {
  async function open() {
    const fresh = await openFresh('app');
    const { stores } = fresh;
    let reportId = 0;
    const record = (briefs: readonly Brief[], { reports } = stores) => {
      reportId += 1;
      const events = briefs.map((brief) => createGroupedEvent(toTraits(brief)));
      return reports.record([createReport(reportId, events)]);
    };
    const expectHead = async (issueId: number, letter: string) => {
      expect(await stores.issues.find(issueId)).toMatchObject(headOf(letter));
      const newest = await stores.events.find(issueId);
      expect(newest?.event.eventId[0]).toBe(letter);
      expect(newest?.newerEventId).toBeUndefined();
    };
    const listMinutes = async () => {
      const rows = await fresh.db
        .selectFrom('event_minutes')
        .select(['starts_at', 'events'])
        .orderBy('starts_at')
        .execute();
      return rows.map(({ starts_at, events }) => [(starts_at - NOON_MS) / MINUTE_MS, events]);
    };
    return { ...fresh, record, expectHead, listMinutes };
  }

  it.each([
    ['of a newer event that arrives later', 'b', ['a 0', 'b 1']],
    ['of the newer event, not of an old event that arrives late', 'b', ['b 0', `a ${-HOUR_MS}`]],
    ['of the newest of a batch in any order', 'c', ['b 2, c 3, a 1']],
    ['of the newest of batches in any order', 'f', ['e 1, f 9', 'a 0, b 8']],
    ['of the event recorded later, of two at one time', 'a', ['b 0', 'a 0']],
    ['of the greater event id, at one time in one batch', 'f', ['b 0, f 0, e 0']],
    ['of an event of 30 days ago without other events', 'a', [`a ${-30 * DAY_MS}`]],
  ])('gives an issue the head %s', async (_, letter, batches) => {
    const { record, expectHead } = await open();
    for (const batch of batches) await record(batch.split(', ').map(toBrief));
    await expectHead(1, letter);
  });

  it('counts an event of an hour ago in its hour, and keeps last seen', async () => {
    const { stores, record } = await open();
    await record([
      ['b', 0],
      ['c', 5],
    ]);
    await record([['a', -HOUR_MS]]);
    expect(await stores.issues.find(1)).toMatchObject({
      events: 3,
      firstSeenMs: NOON_MS - HOUR_MS,
      lastSeenMs: NOON_MS + 5,
      state: { status: 'unresolved', kind: 'new', sinceMs: NOON_MS - HOUR_MS },
    });
    const span = { unit: 'hour', count: 3, endMs: NOON_MS } as const;
    const bars = await stores.counts.listBars({ issueIds: [1], span });
    expect(bars.get(1)).toEqual([0, 1, 2]);
    const middle = await stores.events.find(1, 'b'.repeat(32));
    expect([middle?.olderEventId?.[0], middle?.newerEventId?.[0]]).toEqual(['a', 'c']);
  });

  it('gives a merged issue the head of its newest key, and parted issues their own', async () => {
    const { stores, record, expectHead } = await open();
    await record([
      ['a', 0, 'one'],
      ['b', 5, 'two'],
    ]);
    const { events } = await record([
      ['c', 1, 'one'],
      ['e', 2, 'two'],
    ]);
    const [of, into] = events.map(({ issueId }) => issueId) as [number, number];
    const { undo } = await mergeInto(stores, { from: into, into: of });
    await expectHead(of, 'b');
    await record([['f', 4, 'one']]);
    await expectHead(of, 'b');
    await record([['0', 6, 'one']]);
    await expectHead(of, '0');
    await record([['1', 3, 'two']]);
    await expectHead(of, '0');
    await record([['2', 6, 'two']]);
    await expectHead(of, '2');
    await record([['3', 6, 'one']]);
    await expectHead(of, '3');
    await undo();
    await expectHead(of, '3');
    await expectHead(into, '2');
  });

  it('gives an issue the newest head when several relays count its keys at once', async () => {
    const { stores, openAgain, expectHead } = await open();
    const relays = [stores, openAgain().stores, openAgain().stores];
    const recordBy = (relay: number, briefs: readonly Brief[], reportId: number) => {
      const events = briefs.map((brief) => createGroupedEvent(toTraits(brief)));
      const report = createReport(reportId, events, { origin: `origin-${relay}` });
      return relays[relay]!.reports.record([report]);
    };
    await recordBy(0, [['a', 0, 'one']], 0);
    await recordBy(0, [['b', 0, 'two']], 1);
    await mergeInto(stores, { from: 2, into: 1 });
    for (let round = 0; round < 10; round += 1) {
      const letter = `${round}`;
      const at = 10 * round;
      const briefs: readonly Brief[] = [
        [letter, at + 9, 'one'],
        [`x${letter}`, at + 8, 'two'],
        [`y${letter}`, at + 7, 'one'],
      ];
      await Promise.all(
        briefs.map((brief, index) => recordBy((round + index) % 3, [brief], 10 + round)),
      );
      await expectHead(1, letter);
    }
  });

  it('takes as many statements for 200 events as for one', async () => {
    const { database } = await open();
    const counted = countStatements(database);
    const count = (reportId: number, events: number) =>
      counted.during(() =>
        counted.stores.reports.record([
          createReport(
            reportId,
            Array.from({ length: events }, (_, index) =>
              createGroupedEvent({ event: { occurredAtMs: Date.now() - index * 1000 } }),
            ),
          ),
        ]),
      );
    await count(1, 1);
    expect(await count(2, 200)).toBe(await count(3, 1));
  });

  it('keeps minutes by the clock, not by the times of events', async () => {
    const { clock, stores, record, listMinutes } = await open();
    await record([
      ['a', -119 * MINUTE_MS],
      ['b', -MINUTE_MS],
    ]);
    await record([
      ['c', -20 * DAY_MS],
      ['e', -120 * MINUTE_MS],
      ['f', MINUTE_MS],
    ]);
    const kept = [
      [-119, 1],
      [-1, 1],
      [1, 1],
    ];
    expect(await listMinutes()).toEqual(kept);
    const span = { unit: 'hour', count: 1, endMs: NOON_MS - 20 * DAY_MS } as const;
    const bars = await stores.counts.listBars({ issueIds: [1], span });
    expect(bars.get(1)).toEqual([1]);
    clock.ms += 2 * MINUTE_MS;
    await record([['0', -25 * DAY_MS]]);
    expect(await listMinutes()).toEqual(kept.slice(1));
  });
});
