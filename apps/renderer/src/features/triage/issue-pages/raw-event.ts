import { readEvent, readStoredEvent, readStoredOnce, readStub } from '#events';
import type { EventMeta } from '#events';
import type { EventInIssue } from '#product/recording/storage';
import type { NormalisedEvent } from '#shared';

export interface RawEvent {
  readonly event?: object;
  readonly errata: Pick<EventMeta, 'eventId' | 'projectId' | 'receivedAtMs'>;
  readonly notKept?: NonNullable<EventInIssue['notKept']>['why'];
}

export function toRawEvent({ event, payload, notKept }: EventInIssue): RawEvent {
  if (!payload) return { errata: event, notKept: notKept?.why };
  const { meta, event: sent } = readStoredEvent(payload.json);
  return { event: sent, errata: meta };
}

export function readFound({ event, payload }: EventInIssue): NormalisedEvent {
  return payload ? readEvent(readStoredOnce(payload)) : readStub(event);
}
