import type { EventLevel, NormalisedEvent } from '#shared';

export interface IssueSummary {
  readonly id: number;
  /** `WEB-42` */
  readonly shortId: string;
  readonly project: string;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

export interface IssueListRow extends IssueSummary {
  /** Events per hour, 24 bars, oldest first, ending with the current hour. */
  readonly hours: readonly number[];
}

export interface IssueListProps {
  /** The server's clock when the page was made; relative times count from it. */
  readonly nowMs: number;
  readonly issues: readonly IssueListRow[];
  /** Query string of the next page, `?before=…`, when there are more. */
  readonly nextPage?: string;
  /** What to paste into an application, shown while there is no issue: the first project's. */
  readonly gettingStarted?: {
    readonly project: string;
    readonly dsn: string;
    /** Address on our own origin that browsers report through. */
    readonly tunnel: string;
  };
}

export interface IssuePageProps {
  readonly nowMs: number;
  readonly issue: IssueSummary & {
    readonly firstRelease?: string;
    readonly lastRelease?: string;
    /** Events per minute, 60 bars, oldest first, ending with the current minute. */
    readonly minutes: readonly number[];
    /** Events per hour, 24 bars, oldest first. */
    readonly hours: readonly number[];
  };
  /** The newest event, or the one that `?event=` names. */
  readonly event: NormalisedEvent;
  readonly olderEventId?: string;
  readonly newerEventId?: string;
}
