import type { NormalisedEvent } from '#shared';

export interface EventInIssue {
  readonly event: NormalisedEvent;
  /** Id of the next older and next newer event of the issue, where there is one. */
  readonly olderEventId?: string;
  readonly newerEventId?: string;
}

export abstract class EventStore {
  /** The event of that issue with that id, or its latest (by time received) when none is given. */
  abstract find(issueId: number, eventId?: string): Promise<EventInIssue | undefined>;
}
