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

/** The events of an issue in their order, a part at a time. Each call reads as many rows of each key as it asks for, at most. */
export abstract class EventListStore {
  /** The newest first; the newest of all where no edge is given. */
  abstract list(issueId: number, wanted: WantedEvents): Promise<ListedEvent[]>;

  /** The same events by what their columns tell. */
  abstract listColumns(issueId: number, wanted: WantedEvents): Promise<EventColumns[]>;

  /** Those of these rows that are still there, with their payloads, the newest first. */
  abstract get(issueId: number, ids: readonly number[]): Promise<ListedEvent[]>;

  /** How many there are, or how many are newer than one, older than one, or between two; counted up to `limit`. */
  abstract count(
    issueId: number,
    wanted: Pick<WantedEvents, 'limit' | 'before' | 'after'>,
  ): Promise<number>;

  /** When the project of the issue first saw each of its releases, in epoch milliseconds. */
  abstract listFirstSeen(issueId: number): Promise<ReadonlyMap<string, number>>;
}
