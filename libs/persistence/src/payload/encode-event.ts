import type { NormalisedEvent } from '#shared';
import { encodePayload, type EventPayload } from './event-payload.ts';

/** What an event is found and counted by. */
export interface EventFacts extends Pick<
  NormalisedEvent,
  'eventId' | 'projectId' | 'receivedAtMs' | 'occurredAtMs' | 'level'
> {
  readonly release: string | undefined;
  readonly environment: string | undefined;
  readonly traceId: string | undefined;
  /** The tag of that name: what a page of an application shows of its error. */
  readonly digest?: string | undefined;
  /** The first of id, email, username and address that is known. */
  readonly userName?: string | undefined;
}

/** An event ready to be recorded: its facts, and all of it as bytes. */
export interface EncodedEvent {
  readonly event: EventFacts;
  readonly payload: EventPayload;
}

/**
 * Pure. To be called where an event is made: as a tree of objects it would be copied by every garbage
 * collection until its transaction comes. Throws for what JSON cannot say.
 */
export function encodeEvent(event: NormalisedEvent): EncodedEvent {
  const { eventId, projectId, receivedAtMs, occurredAtMs, level } = event;
  const { release, environment, traceId, tags, user } = event;
  return {
    event: {
      eventId,
      projectId,
      receivedAtMs,
      occurredAtMs,
      level,
      release,
      environment,
      traceId,
      digest: tags.find(([key]) => key === 'digest')?.[1],
      userName: user?.id ?? user?.email ?? user?.username ?? user?.ipAddress,
    },
    payload: encodePayload(event),
  };
}
