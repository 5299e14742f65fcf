import { compareText } from '../../statements/compare-text.ts';
import { toKeyName } from '../../statements/key-name.ts';
import type { GroupedEvent, Grouping } from './report.store.ts';
import { HOUR_MS, MINUTE_MS, toBucketStart } from '../../statements/buckets.ts';

/** What one batch adds to one grouping key. Times are those of the relay's clock: SDK clocks lie. */
export interface KeyTally {
  readonly projectId: number;
  /** Of the batch's first event with this key: what its issue is called if it is new. */
  readonly grouping: Grouping;
  events: number;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Of the earliest and the latest event that name one. */
  firstRelease: string | undefined;
  lastRelease: string | undefined;
  /** Events by start of their hour and minute, in epoch milliseconds. */
  readonly hours: Map<number, number>;
  readonly minutes: Map<number, number>;
  readonly userHashes: Set<string>;
}

/**
 * Sums a batch up per key, so that each counter is written once however many events there are. In an
 * order that every process shares: rows locked in it cannot deadlock.
 */
export function tallyByKey(events: readonly GroupedEvent[]): KeyTally[] {
  const tallies = new Map<string, KeyTally>();
  const byTime = events.toSorted((a, b) => a.event.receivedAtMs - b.event.receivedAtMs);
  for (const grouped of byTime) {
    const { projectId } = grouped.event;
    const name = toKeyName(projectId, grouped.grouping.key);
    const tally = tallies.get(name) ?? createTally(grouped);
    tallies.set(name, tally);
    addEvent(tally, grouped);
  }
  return [...tallies.values()].toSorted(
    (a, b) => a.projectId - b.projectId || compareText(a.grouping.key, b.grouping.key),
  );
}

function createTally({ event, grouping }: GroupedEvent): KeyTally {
  return {
    projectId: event.projectId,
    grouping,
    events: 0,
    firstSeenMs: event.receivedAtMs,
    lastSeenMs: event.receivedAtMs,
    firstRelease: undefined,
    lastRelease: undefined,
    hours: new Map(),
    minutes: new Map(),
    userHashes: new Set(),
  };
}

/** Events come in the order they were received. */
function addEvent(tally: KeyTally, { event, userHash }: GroupedEvent): void {
  tally.events += 1;
  tally.lastSeenMs = event.receivedAtMs;
  tally.firstRelease ??= event.release;
  tally.lastRelease = event.release ?? tally.lastRelease;
  countInto(tally.hours, toBucketStart(event.receivedAtMs, HOUR_MS));
  countInto(tally.minutes, toBucketStart(event.receivedAtMs, MINUTE_MS));
  if (userHash !== undefined) tally.userHashes.add(userHash);
}

function countInto(counts: Map<number, number>, start: number): void {
  counts.set(start, (counts.get(start) ?? 0) + 1);
}
