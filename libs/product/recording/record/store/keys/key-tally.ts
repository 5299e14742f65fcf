import { compareText, toKeyName, toPortableText } from '#persistence/stores';
import { toOccurredAt } from '#product/recording/reports';
import type { GroupedEvent, Grouping } from '#product/recording/reports';
import type { DecidedEvent } from './decide-keys.ts';

export interface Occurrence {
  readonly occurredAtMs: number;
  readonly release: string | undefined;
  readonly environment: string | undefined;
}

/** What one batch adds to one grouping key. Times are those at which events occurred, unless they say otherwise. */
export interface KeyTally {
  readonly projectId: number;
  readonly key: string;
  /** Of the newest of the events. */
  grouping: Grouping;
  newestEventId: string;
  events: number;
  /** The earliest receipt of the events. */
  receivedMs: number;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Of the earliest and the latest event that name one. */
  firstRelease: string | undefined;
  lastRelease: string | undefined;
  /** Where and when each of the events occurred. */
  readonly occurrences: Occurrence[];
  /** The latest receipt of an event of each. */
  readonly userHashes: Map<string, number>;
}

/**
 * Sums a batch up per key, so that each counter is written once however many events there are. In an
 * order that every process shares: rows locked in it cannot deadlock.
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

/** Oldest first. Of two at one time the newer has the greater row id, and `insertEvents` writes by event id. */
function compareAge({ grouped: a }: DecidedEvent, { grouped: b }: DecidedEvent): number {
  return toOccurredAt(a) - toOccurredAt(b) || compareText(a.event.eventId, b.event.eventId);
}

/** What the newest of its events is called. */
export function toHead({ grouping }: KeyTally) {
  return {
    type: toPortableText(grouping.type),
    value: toPortableText(grouping.value),
    place: toPortableText(grouping.place),
    level: grouping.level,
  };
}

/** Its look-alike keys, which stay those of the event that made it. */
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

/** Events come in the order in which they occurred. */
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
