import type { EventFacts, DecodedPayload } from '#product/recording/reports';
import type { EventPosition } from './event-list.types.ts';
import type { NotKept } from './event.tables.ts';

/** An event that was counted, and of which no more than a stub is there. */
export interface EventNotKept {
  readonly why: NotKept;
  /** That event of the issue that is whole and occurred nearest to it; absent where there is none. */
  readonly nearestEventId?: string;
}

export interface EventInIssue {
  readonly event: EventFacts;
  readonly position: EventPosition;
  /** The key under which it counts: one of its own, or one that one of its own leads to. */
  readonly groupingKey: string;
  /** It counts under the key of what is too many new issues at once. */
  readonly isCrowded?: true;
  /** Absent of one that was not kept. */
  readonly payload?: DecodedPayload;
  readonly notKept?: EventNotKept;
  /** Id of the next older and next newer event of the issue, by when they occurred, where there is one. */
  readonly olderEventId?: string;
  readonly newerEventId?: string;
}
