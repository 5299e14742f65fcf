import type { EventFacts, DecodedPayload } from '#product/recording/reports';
import type { EventPosition } from './event-list.types.ts';
import type { NotKept } from './event.tables.ts';

export interface EventNotKept {
  readonly why: NotKept;
  /** The issue's event that has a payload and is nearest in time; absent when there is none. */
  readonly nearestEventId?: string;
}

export interface EventInIssue {
  readonly event: EventFacts;
  readonly position: EventPosition;
  /**
   * The key under which the event counts: one of its own keys, or the key to which one of them
   * points.
   */
  readonly groupingKey: string;
  /** True when the event counts under the shared key for too many new issues. */
  readonly isCrowded?: true;
  readonly payload?: DecodedPayload;
  readonly notKept?: EventNotKept;
  /** Ids of the next older and next newer event of the issue, by when they occurred. */
  readonly olderEventId?: string;
  readonly newerEventId?: string;
}
