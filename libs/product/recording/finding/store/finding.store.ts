import type { EventLevel } from '#shared';

/** Ids of the projects in which is looked; all of them where it says so. */
export type FindingScope = 'all' | readonly number[];

/** An event with what its issue is called, for a list. */
export interface FoundEvent {
  readonly eventId: string;
  readonly projectId: number;
  readonly projectSlug: string;
  readonly issueId: number;
  readonly issueNumber: number;
  /** With value: what the issue is called. */
  readonly type: string;
  readonly value: string;
  readonly level: EventLevel;
  readonly occurredAtMs: number;
  readonly traceId?: string;
}

/** What of an event somebody knows. */
export type EventQuote =
  /** All or the first 8 or more of its 32 lower-case hex digits. */
  | { readonly by: 'id'; readonly text: string }
  /** 32 lower-case hex digits. */
  | { readonly by: 'trace'; readonly text: string }
  /** What was sent as its digest, or as the id of its request. */
  | { readonly by: 'digest' | 'request'; readonly text: string };

/** Finds what people quote: all of an id, and nothing by its meaning. */
export abstract class FindingStore {
  /**
   * The newest events by when they were recorded, first the newest; at most `limit`. Events of deleted issues are not
   * found. One look into an index for each project of the scope.
   */
  abstract findEvents(
    quote: EventQuote,
    options: { scope: FindingScope; limit: number },
  ): Promise<FoundEvent[]>;

  /** Id of the issue of that number in the project with that slug; undefined when there is none in the scope. */
  abstract findIssue(
    shortId: { slug: string; number: number },
    scope: FindingScope,
  ): Promise<number | undefined>;

  /** How many events have a digest, and when the first and the last of them occurred; undefined where none has. */
  abstract countByDigest(
    digest: string,
    scope: FindingScope,
  ): Promise<{ events: number; firstSeenMs: number; lastSeenMs: number } | undefined>;
}
