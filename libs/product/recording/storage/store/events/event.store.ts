import type { EventFacts, DecodedPayload } from '#product/recording/reports';
import type { EventPosition } from './event-list.store.ts';
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

export abstract class EventStore {
  /**
   * The event of that issue with that id. When none is given, the latest (by when it occurred) that was kept; where
   * none was, the latest. Of two at one time the one whose row was written later is the latest.
   */
  abstract find(issueId: number, eventId?: string): Promise<EventInIssue | undefined>;

  /**
   * The payloads of an issue's latest events that were kept whole, by when they occurred, the latest first; at most `limit`.
   * They are read a few at a time: payloads may be large.
   */
  abstract readLatest(issueId: number, limit: number): AsyncIterable<DecodedPayload>;

  /** The latest events of a project (by when they occurred) that were kept, latest first; at most `limit`. */
  abstract listLatest(projectId: number, limit: number): Promise<DecodedPayload[]>;
}
