import { describe, expect, it } from '@jest/globals';
import { createGroupedEvent } from '../../../../testing/index.ts';
import { tallyByKey } from './key-tally.ts';
import type { EventTraits } from '../../../../testing/reports.ts';
import type { DecidedEvent } from './decide-keys.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

function decided(traits: EventTraits = {}): DecidedEvent {
  const grouped = createGroupedEvent(traits);
  return { grouped, key: grouped.grouping.keys[0]!.key };
}

describe('tallyByKey', () => {
  it('sums events, buckets and distinct users per key', () => {
    const [tally, ...others] = tallyByKey([
      decided({ userHash: 'ann' }),
      decided({ userHash: 'ann', event: { occurredAtMs: NOON_MS + 59_999 } }),
      decided({ userHash: 'bob', event: { occurredAtMs: NOON_MS - 1, receivedAtMs: NOON_MS } }),
    ]);
    expect(others).toEqual([]);
    expect(tally).toMatchObject({
      events: 3,
      firstSeenMs: NOON_MS - 1,
      lastSeenMs: NOON_MS + 59_999,
      receivedMs: NOON_MS,
      occurrences: [NOON_MS - 1, NOON_MS, NOON_MS + 59_999].map((occurredAtMs) => ({
        occurredAtMs,
      })),
      userHashes: new Map([
        ['ann', NOON_MS + 59_999],
        ['bob', NOON_MS],
      ]),
    });
  });

  it('uses the releases of the earliest and the latest event that have a release', () => {
    const at = (occurredAtMs: number, release?: string) =>
      decided({
        event: { occurredAtMs, receivedAtMs: 5, ...(release === undefined ? {} : { release }) },
      });
    expect(tallyByKey([at(3), at(2, 'b'), at(0), at(1, 'a')])).toMatchObject([
      { firstRelease: 'a', lastRelease: 'b', firstSeenMs: 0, lastSeenMs: 3 },
    ]);
  });

  it('keeps equal keys of two projects apart, in an order independent of the events', () => {
    const events = ['x', 'y', 'z'].flatMap((groupedBy) =>
      [2, 1].map((projectId) => decided({ groupedBy, event: { projectId } })),
    );
    const order = (tallies: ReturnType<typeof tallyByKey>) =>
      tallies.map(({ projectId, key }) => [projectId, key]);
    const forwards = order(tallyByKey(events));
    expect(forwards).toHaveLength(6);
    expect(order(tallyByKey(events.toReversed()))).toEqual(forwards);
    expect(forwards.map(([projectId]) => projectId)).toEqual([1, 1, 1, 2, 2, 2]);
  });
});
