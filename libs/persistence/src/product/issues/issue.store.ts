import type { EventLevel, IssueState, IssueStatus } from '#shared';
import type { LookAlikeKeys } from '../recording/report.store.ts';

export interface Issue {
  readonly id: number;
  readonly projectId: number;
  readonly projectSlug: string;
  /** Counts from 1 within its project. */
  readonly number: number;
  /** With value, place and level: what its newest event is called, by when events occurred. */
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
  /** What it counts as at the time of the read: a mute whose time has passed is over. */
  readonly state: IssueState;
  /** A user's id; absent when nobody is assigned. */
  readonly assigneeId?: number;
}

/** Events per bucket in which they occurred, oldest bucket first, empty buckets as 0. */
export type Bars = readonly number[];

/** In what two issues are alike. */
export type Likeness = keyof LookAlikeKeys;

/** An issue that looks like another. */
export interface AlikeIssue extends Issue {
  readonly alike: readonly Likeness[];
}

export abstract class IssueStore {
  /**
   * Latest seen first, at most `limit`, without those that are merged. `before` continues after the last row of an earlier page.
   * With `status` those that have it at `nowMs`, which is this machine's time when it is absent; with
   * `projectIds` those of these projects.
   */
  abstract list(options: {
    limit: number;
    before?: { lastSeenMs: number; id: number };
    status?: IssueStatus;
    nowMs?: number;
    projectIds?: readonly number[];
  }): Promise<Issue[]>;

  /** Whether there has ever been one in any of these projects, or in all when absent: deleted ones count too. */
  abstract hasEverHad(projectIds?: readonly number[]): Promise<boolean>;

  /** Id of its project, also of one that is merged; undefined when there is no such issue. */
  abstract findProject(id: number): Promise<number | undefined>;

  /** Ids of their projects, by issue; those that do not exist are left out. */
  abstract listProjectsOf(issueIds: readonly number[]): Promise<Map<number, number>>;

  /** With its state at `nowMs`, which is this machine's time when it is absent; undefined of one that is merged. */
  abstract find(id: number, nowMs?: number): Promise<Issue | undefined>;

  /**
   * Issues of a project that have a key with one of these look-alike keys, but `issueId`: those that share both first, then
   * the latest seen, at most `limit`. Of each look-alike key it looks at the 50 keys that were made last.
   */
  abstract listAlike(options: {
    issueId: number;
    projectId: number;
    lookAlikes: LookAlikeKeys;
    limit: number;
    nowMs?: number;
  }): Promise<AlikeIssue[]>;

  /** Id of the issue with that number, or of the one that it was merged into; undefined when there is none such. */
  abstract findByNumber(projectId: number, number: number): Promise<number | undefined>;

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
