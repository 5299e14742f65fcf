import type { ErrorCode, EventLevel } from '#shared';

export interface MergeRequest {
  /** Absent where nobody does it. */
  readonly byUserId?: number;
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
