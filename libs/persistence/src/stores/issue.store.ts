import type { EventLevel } from '#shared';

export interface Issue {
  readonly id: number;
  readonly projectId: number;
  readonly projectSlug: string;
  /** Counts from 1 within its project. */
  readonly number: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly firstRelease?: string;
  readonly lastRelease?: string;
}

/** Events per bucket, oldest bucket first, empty buckets as 0. */
export type Bars = readonly number[];

export abstract class IssueStore {
  /**
   * Latest seen first, at most `limit`. `before` continues after the last row of an earlier page.
   */
  abstract list(options: {
    limit: number;
    before?: { lastSeenMs: number; id: number };
  }): Promise<Issue[]>;

  abstract find(id: number): Promise<Issue | undefined>;

  /** Events per hour for each of `issueIds`: `hours` bars that end with the hour of `nowMs`. */
  abstract listHourBars(options: {
    issueIds: readonly number[];
    nowMs: number;
    hours: number;
  }): Promise<Map<number, Bars>>;

  /** Events per minute: `minutes` bars that end with the minute of `nowMs`. */
  abstract getMinuteBars(options: {
    issueId: number;
    nowMs: number;
    minutes: number;
  }): Promise<Bars>;
}
