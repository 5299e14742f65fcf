import type { EventLevel } from '#shared';
import type { EventPayload } from './event-payload.ts';

export interface EventFacts {
  /** 32 lower-case hex digits. */
  readonly eventId: string;
  readonly projectId: number;
  readonly receivedAtMs: number;
  readonly occurredAtMs: number;
  readonly level: EventLevel;
  readonly release?: string | undefined;
  readonly environment?: string | undefined;
  readonly traceId?: string | undefined;
  /** Value of the tag `digest`, which an application's error page shows to its users. */
  readonly digest?: string | undefined;
  /** The application's own id of the request in which the event occurred. */
  readonly requestId?: string | undefined;
  /** Name of the user, stored with an event whose payload is not kept. */
  readonly userName?: string | undefined;
  /**
   * True when the event comes from a browser, a phone or another device of a user, not from a
   * server.
   */
  readonly isOfUsers?: true | undefined;
  /**
   * Values by tag name, for counting and searching. No value is empty; absent when the event has no
   * tags.
   */
  readonly tags?: ReadonlyMap<string, string> | undefined;
}

export interface EncodedEvent {
  readonly event: EventFacts;
  readonly payload: EventPayload;
}
