import type { EventLevel } from '#shared';
import type { EventFacts, DecodedPayload } from '#product/recording/reports';
import type { NotKept } from './event.tables.ts';

/** An event's place in the order of its issue: by when it occurred, then by its row id. */
export interface EventPosition {
  readonly occurredAtMs: number;
  readonly id: number;
}

export interface ListedEvent {
  readonly position: EventPosition;
  readonly event: EventFacts;
  readonly payload?: DecodedPayload;
  readonly notKept?: NotKept;
}

/** Fields by which events are searched without their payloads. Thousands are read at a time. */
export interface EventColumns extends EventPosition {
  readonly eventId: string;
  readonly level: EventLevel;
  readonly release: string | null;
  readonly environment: string | null;
  readonly notKept: NotKept | null;
}

export interface WantedEvents {
  readonly limit: number;
  /** Only events older than this one, the nearest first. */
  readonly before?: EventPosition | undefined;
  /**
   * Only events newer than this one, the nearest first. Lists do not combine `before` and `after`.
   */
  readonly after?: EventPosition | undefined;
  readonly isWhole?: boolean;
}

export interface EventsAround {
  readonly total: number;
  readonly newer: number;
  readonly oldestId: string | null;
  readonly newestId: string | null;
}
