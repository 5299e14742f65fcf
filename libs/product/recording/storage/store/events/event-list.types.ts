import type { EventLevel } from '#shared';
import type { EventFacts, DecodedPayload } from '#product/recording/reports';
import type { NotKept } from './event.tables.ts';

/** Where an event stands among those of its issue: by when it occurred, and of two at one time by its row. */
export interface EventPosition {
  readonly occurredAtMs: number;
  readonly id: number;
}

/** A stub has no payload. */
export interface ListedEvent {
  readonly position: EventPosition;
  readonly event: EventFacts;
  readonly payload?: DecodedPayload;
  readonly notKept?: NotKept;
}

/** What an event can be searched for without its payload, of which thousands are read at a time. */
export interface EventColumns extends EventPosition {
  readonly eventId: string;
  readonly level: EventLevel;
  readonly release: string | null;
  readonly environment: string | null;
  readonly notKept: NotKept | null;
}

export interface WantedEvents {
  readonly limit: number;
  /** Only older ones, those nearest to it. */
  readonly before?: EventPosition | undefined;
  /** Only newer ones, those nearest to it. Listed not together with `before`. */
  readonly after?: EventPosition | undefined;
  /** Only those that were kept whole. */
  readonly isWhole?: boolean;
}
