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
import { NOON_MS } from './times.ts';

/** Traits of an event that matter to a spec. All other traits have defaults. */
export interface EventTraits {
  readonly event?: Partial<EventFacts>;
  readonly sent?: object;
  /**
   * Words that determine the grouping key: equal words give equal keys. Several words give one key
   * for each grouping version, from the newest down to version 1.
   */
  readonly groupedBy?: string | readonly string[];
  readonly grouping?: Partial<Grouping>;
  readonly userHash?: string;
  readonly kind?: ItemKind;
}

/**
 * Creates the facts of an event. When only one of the two times is given, the other one equals it.
 * Without either, both are noon.
 */
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

/** Creates an event of project 1, received at noon, ready to record. */
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

export function toKeys(groupedBy: string | readonly string[]): GroupingKey[] {
  const words = [groupedBy].flat();
  return words.map((each, index) => ({
    version: words.length - index,
    key: createHash('md5').update(each).digest('hex'),
  }));
}

export function createReport(
  reportId: number,
  events: readonly GroupedEvent[],
  traits: Partial<ProcessedReport> = {},
): ProcessedReport {
  return {
    origin: 'origin-1',
    reportId,
    projectId: events[0]?.event.projectId ?? 1,
    publicKey: 'abc',
    events,
    outcomes: [],
    outcomesIfDeleted: [],
    ...traits,
  };
}
