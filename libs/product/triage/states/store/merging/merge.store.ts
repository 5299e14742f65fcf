import type { ErrorCode, EventLevel } from '#shared';

export interface MergeRequest {
  readonly byUserId: number;
  readonly nowMs: number;
  /** Two or more, at most `issueLimits.issuesPerChange`, among them `intoId`. */
  readonly issueIds: readonly number[];
  /** That of `issueIds` which the others become part of. The one first seen earliest, when absent. */
  readonly intoId?: number;
}

export interface UnmergeRequest {
  readonly byUserId: number;
  readonly nowMs: number;
  readonly issueId: number;
  /** Some of its groups, and not all. */
  readonly groupIds: readonly number[];
}

export type MergeRefusal = Extract<
  ErrorCode,
  | 'issue.unknown'
  | 'issue.regrouped'
  | 'issue.merge_one'
  | 'issue.merge_projects'
  | 'issue.too_many_groups'
>;

export type UnmergeRefusal = Extract<
  ErrorCode,
  'issue.unknown' | 'issue.regrouped' | 'issue.unmerge_some'
>;

/** An issue by its number within its project. */
export interface NumberedIssue {
  readonly id: number;
  readonly number: number;
}

/** `historyId` is the row of history by which it can be undone. */
export type MergeOutcome =
  | { readonly outcome: 'changed'; readonly historyId: number; readonly into: NumberedIssue }
  | { readonly outcome: 'refused'; readonly code: MergeRefusal };

/** `issues`: those that have got groups. */
export type UnmergeOutcome =
  | {
      readonly outcome: 'changed';
      readonly historyId: number;
      readonly issues: readonly NumberedIssue[];
    }
  | { readonly outcome: 'refused'; readonly code: UnmergeRefusal };

/** A grouping key of an issue, with what was counted under it. */
export interface IssueGroup {
  readonly id: number;
  /** With value, place and level: what its newest event is called. */
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** The issue to which it goes back; absent where unmerging it makes a new one. */
  readonly home?: NumberedIssue;
}

export interface IssueGroups {
  /** How many the issue has. */
  readonly total: number;
  readonly groups: readonly IssueGroup[];
  /** Its users are being counted anew: those who met several groups may still count more than once. */
  readonly isRecounting: boolean;
}

/**
 * Merges issues of a project and parts them again, by pointing grouping keys at other issues. `TriageStore.undo` takes
 * both back. Whether somebody may is for the caller to know. Each method is one transaction.
 */
export abstract class MergeStore {
  /**
   * Makes issues part of one of them, which keeps its state and assignee. It reopens when it is resolved, and an unresolved one
   * of the others has an event that occurred later. From then on the others have no groups and stand in no list.
   * Throws RangeError for too many.
   */
  abstract merge(request: MergeRequest): Promise<MergeOutcome>;

  /**
   * Takes groups out of an issue: back to the issue that each came from, as that was, where it is still merged or stands by itself;
   * else all to one new issue. A resolved issue that gets back groups out of an unresolved one reopens, as when merged.
   */
  abstract unmerge(request: UnmergeRequest): Promise<UnmergeOutcome>;

  /** Id of the issue that has the groups of this one now; undefined when it is not merged. */
  abstract findMergedInto(issueId: number): Promise<number | undefined>;

  /**
   * Counts some users anew of an issue that was merged or parted, where they were too many to be counted at once: a short
   * transaction. Resolves with whether there was something to count.
   */
  abstract recountUsers(): Promise<boolean>;

  /** Groups of an issue, those with the most events first, `offset` of them left out. */
  abstract listGroups(
    issueId: number,
    options: { limit: number; offset: number },
  ): Promise<IssueGroups>;
}
