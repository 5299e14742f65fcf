import { readStoredEvent } from '#events';
import type { EventMeta } from '#events';
import type { EventInIssue } from '#product/recording/storage';

/** An event as it was sent, beside what Errata knows of it. */
export interface RawEvent {
  /** Absent of an event that was counted, not kept. */
  readonly event?: object;
  readonly errata: Pick<EventMeta, 'eventId' | 'projectId' | 'receivedAtMs'>;
  readonly notKept?: NonNullable<EventInIssue['notKept']>['why'];
}

export function toRawEvent({ event, payload, notKept }: EventInIssue): RawEvent {
  if (!payload) return { errata: event, ...(notKept && { notKept: notKept.why }) };
  const { meta, event: sent } = readStoredEvent(payload.json);
  return { event: sent, errata: meta };
}
