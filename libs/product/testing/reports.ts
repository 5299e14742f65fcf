import { createHash, randomUUID } from 'node:crypto';
import type { ItemKind } from '#shared';
import type { EventFacts } from '../recording/reports/store/payload/event-facts.ts';
import { encodePayload } from '../recording/reports/store/payload/event-payload.ts';
import type {
  GroupedEvent,
  Grouping,
  GroupingKey,
  ProcessedReport,
} from '../recording/reports/store/report.ts';

/** What a spec says about an event; everything else is ordinary. */
export interface EventTraits {
  readonly event?: Partial<EventFacts>;
  /** What its SDK sent, as it is stored. */
  readonly sent?: object;
  /** Words that name the grouping; equal words, equal key. Several are of as many versions, newest first, the last is 1. */
  readonly groupedBy?: string | readonly string[];
  readonly grouping?: Partial<Grouping>;
  readonly userHash?: string;
  readonly kind?: ItemKind;
}

/** 2026-01-05, 12:00 UTC. */
const NOON_MS = Date.UTC(2026, 0, 5, 12);

/** Of project 1, received at noon. It occurred when it was received, or the other way about, where one is said. */
function createFacts(traits: Partial<EventFacts> = {}): EventFacts {
  const { occurredAtMs = traits.receivedAtMs ?? NOON_MS, receivedAtMs = occurredAtMs } = traits;
  return {
    eventId: randomUUID().replaceAll('-', ''),
    projectId: 1,
    occurredAtMs,
    receivedAtMs,
    level: 'error',
    ...traits,
  };
}

/** An event of project 1, received at noon, ready to be recorded. */
export function createGroupedEvent(traits: EventTraits = {}): GroupedEvent {
  const { groupedBy = 'TypeError in checkout', kind = 'error', userHash, sent = {} } = traits;
  const event = createFacts(traits.event);
  return {
    event,
    payload: encodePayload([JSON.stringify({ meta: { source: 'event', ...event }, event: sent })]),
    grouping: {
      keys: toKeys(groupedBy),
      type: 'TypeError',
      value: 'x is undefined',
      place: 'checkout (app/cart.js:12)',
      level: 'error',
      lookAlikes: { words: '', place: '' },
      ...traits.grouping,
    },
    kind,
    ...(userHash === undefined ? {} : { userHash }),
  };
}

/** The keys of these words. */
export function toKeys(groupedBy: string | readonly string[]): GroupingKey[] {
  const words = [groupedBy].flat();
  return words.map((each, index) => ({
    version: words.length - index,
    key: createHash('md5').update(each).digest('hex'),
  }));
}

/** A report of the origin `origin-1` with these events, of the key `abc`. */
export function createReport(
  reportId: number,
  events: readonly GroupedEvent[],
  traits: Partial<ProcessedReport> = {},
): ProcessedReport {
  return {
    origin: 'origin-1',
    reportId,
    publicKey: 'abc',
    events,
    attachments: [],
    feedback: [],
    discards: [],
    outcomes: [],
    ...traits,
  };
}
