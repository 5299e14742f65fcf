import type {
  Address,
  FailingPlace,
  IssueState,
  NamedAddress,
  NormalisedEvent,
  PartData,
} from '#shared';
import type { IssueSummary } from '../issue-list/index.ts';
import type { LeftOut } from '#events';
import type { PlacedName, TimeTick } from '../../../charts/index.ts';

export type { IssuePlace } from '../../recording/issue-page/index.ts';

export interface EventChart {
  readonly label: string;
  readonly values: readonly number[];
  readonly unit: 'minute' | 'hour' | 'day';
  readonly stepMs: number;
  readonly firstMs: number;
  /** Releases that were first seen within the chart's time, the earliest first. */
  readonly marks: readonly {
    /** Names the deploy, such as `production deploy of 1.4.2`, or says that the release began. */
    readonly what: string;
    readonly atMs: number;
    /** Index of the bar. */
    readonly place: number;
  }[];
  /** Names of releases that have room. */
  readonly names: readonly PlacedName[];
  readonly ticks: readonly TimeTick[];
  readonly ranges: readonly (NamedAddress & { readonly isCurrent?: true })[];
}

export interface CountedEvents {
  readonly words: string;
  readonly clear: Address;
  readonly events: number;
  readonly lastSeenMs?: number;
  /** A lower bound. Absent when the issue's own number of users is right. */
  readonly usersAtLeast?: number;
}

export interface IssuePageProps {
  readonly nowMs: number;
  readonly parts: readonly PartData[];
  readonly follows: readonly string[];
  /** Matching events of the last `issueLimits.recentMinutes` minutes. */
  readonly recent: number;
  readonly ofAll: Address;
  /** The list of the project's issues. Absent for a person who can see only one project. */
  readonly ofProject?: Address;
  readonly issue: IssueSummary & {
    readonly firstRelease?: string;
    readonly lastRelease?: string;
    readonly state: IssueState;
    /** True while users are counted again after a merge. */
    readonly isRecounting?: true;
  };
  readonly chart: EventChart;
  readonly counted?: CountedEvents;
  /** The filter as a query string: `environment=production`. Absent when no filter is set. */
  readonly filterQuery?: string;
  /**
   * The newest event, or the event that `?event=` names. Absent when the issue has no event any
   * more.
   */
  readonly event?: NormalisedEvent;
  readonly failing?: FailingPlace;
  /** Days for which the project keeps events. Present only when the issue has no event any more. */
  readonly daysKept?: number;
  readonly leftOut?: LeftOut;
  readonly notKept?: {
    readonly why: 'storm' | 'budget' | 'thinned' | 'erased';
    readonly nearestEventId?: string;
  };
  readonly ofUser?: Address;
  /**
   * Ids of the events just before and after the shown event. When the address has a search, only
   * matching events count.
   */
  readonly olderEventId?: string;
  readonly newerEventId?: string;
  readonly place?: {
    readonly text: string;
    /**
     * `query` is the search as it was typed. `within` is the query string that keeps the search in
     * links to other events.
     */
    readonly search?: { readonly query: string; readonly within: string };
    readonly oldestEventId?: string;
    readonly newestEventId?: string;
  };
}
