import type { EventLevel } from '#shared';
import type { EventPayload } from './event-payload.ts';

/** What an event is found and counted by. */
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
  /** The tag of that name: what a page of an application shows of its error. */
  readonly digest?: string | undefined;
  /** What the application calls the request in which it happened. */
  readonly requestId?: string | undefined;
  /** Who the user was, for an event of which no payload is kept. */
  readonly userName?: string | undefined;
  /** It is of a browser, a phone or another device of the user, and not of a server. */
  readonly isOfUsers?: true | undefined;
  /** Names and values by which it is counted and searched, no value empty; absent where it has none. */
  readonly tags?: ReadonlyMap<string, string> | undefined;
}

/** An event ready to be recorded: its facts, and all of it as bytes. */
export interface EncodedEvent {
  readonly event: EventFacts;
  readonly payload: EventPayload;
}
