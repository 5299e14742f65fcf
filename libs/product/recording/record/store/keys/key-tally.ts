import { compareText, toKeyName } from '#persistence/stores';
import { toOccurredAt } from '#product/recording/reports';
import type { GroupedEvent, Grouping } from '#product/recording/reports';
import type { DecidedEvent } from './decide-keys.ts';

export interface Occurrence {
  readonly occurredAtMs: number;
  readonly release: string | undefined;
  readonly environment: string | undefined;
}

/**
 * Everything that one batch adds to one grouping key. Times are those at which events occurred,
 * unless the field's name says `received`.
 */
export interface KeyTally {
  readonly projectId: number;
  readonly key: string;
  /** Grouping of the newest event. */
  grouping: Grouping;
  newestEventId: string;
  events: number;
  receivedMs: number;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Release of the earliest event that has a release, and release of the latest such event. */
  firstRelease: string | undefined;
  lastRelease: string | undefined;
  readonly occurrences: Occurrence[];
  /** Latest receipt of an event, by user hash. */
  readonly userHashes: Map<string, number>;
}

/**
 * Sums the batch up per key, so that each counter is written once. The result is sorted by project,
 * then key, because processes that lock the same rows in different orders could deadlock.
 */
export function tallyByKey(events: readonly DecidedEvent[]): KeyTally[] {
  const tallies = new Map<string, KeyTally>();
  for (const { grouped, key } of events.toSorted(compareAge)) {
    const name = toKeyName(grouped.event.projectId, key);
    const tally = tallies.get(name) ?? createTally(grouped, key);
    tallies.set(name, tally);
    addEvent(tally, grouped);
  }
  return [...tallies.values()].toSorted(
    (a, b) => a.projectId - b.projectId || compareText(a.key, b.key),
  );
}

/**
 * Sorts oldest first. Event ids break ties, because `insertEvents` gives greater row ids to greater
 * event ids.
 */
function compareAge({ grouped: a }: DecidedEvent, { grouped: b }: DecidedEvent): number {
  return toOccurredAt(a) - toOccurredAt(b) || compareText(a.event.eventId, b.event.eventId);
}

export function toHead({ grouping }: KeyTally) {
  return {
    type: grouping.type,
    value: grouping.value,
    place: grouping.place,
    level: grouping.level,
  };
}

/** Returns the look-alike columns of a new key. Later events do not change them. */
export function toLookAlikeRow({ grouping: { lookAlikes } }: KeyTally) {
  return { alike_words: lookAlikes.words, alike_place: lookAlikes.place };
}

function createTally(grouped: GroupedEvent, key: string): KeyTally {
  const { event, grouping } = grouped;
  const occurredAt = toOccurredAt(grouped);
  return {
    projectId: event.projectId,
    key,
    grouping,
    newestEventId: event.eventId,
    events: 0,
    receivedMs: event.receivedAtMs,
    firstSeenMs: occurredAt,
    lastSeenMs: occurredAt,
    firstRelease: undefined,
    lastRelease: undefined,
    occurrences: [],
    userHashes: new Map(),
  };
}

/** Relies on `tallyByKey` to pass events oldest first. */
function addEvent(tally: KeyTally, grouped: GroupedEvent): void {
  const { event, grouping, userHash } = grouped;
  const occurredAt = toOccurredAt(grouped);
  tally.events += 1;
  tally.grouping = grouping;
  tally.newestEventId = event.eventId;
  tally.receivedMs = Math.min(tally.receivedMs, event.receivedAtMs);
  tally.lastSeenMs = occurredAt;
  tally.firstRelease ??= event.release;
  tally.lastRelease = event.release ?? tally.lastRelease;
  const { release, environment } = event;
  tally.occurrences.push({ occurredAtMs: occurredAt, release, environment });
  if (userHash !== undefined) {
    const receivedMs = tally.userHashes.get(userHash) ?? -Infinity;
    tally.userHashes.set(userHash, Math.max(receivedMs, event.receivedAtMs));
  }
}
