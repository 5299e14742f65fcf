import type { JoinedWrite } from '#persistence/stores';
import type { ErrorCode, EventLevel } from '#shared';

export interface MergeRequest {
  /** Absent when no person merges, for example in reprocessing. */
  readonly byUserId?: number;
  readonly nowMs: number;
  readonly issueIds: readonly number[];
  /** Defaults to the issue that was first seen earliest. */
  readonly intoId?: number;
  readonly tell?: JoinedWrite;
}

export interface UnmergeRequest {
  readonly byUserId: number;
  readonly nowMs: number;
  readonly issueId: number;
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

export interface NumberedIssue {
  readonly id: number;
  readonly number: number;
}

/** `historyId` is the history row with which the merge can be undone. */
export type MergeResult =
  | { readonly outcome: 'changed'; readonly historyId: number; readonly into: NumberedIssue }
  | { readonly outcome: 'refused'; readonly code: MergeRefusal };

export type UnmergeResult =
  | {
      readonly outcome: 'changed';
      readonly historyId: number;
      readonly issues: readonly NumberedIssue[];
    }
  | { readonly outcome: 'refused'; readonly code: UnmergeRefusal };

export interface IssueGroup {
  readonly id: number;
  /** Type, value, place and level come from the group's newest event. */
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /**
   * The issue to which an unmerge returns the group; absent when an unmerge would make a new issue.
   */
  readonly home?: NumberedIssue;
}

export interface IssueGroups {
  readonly total: number;
  readonly groups: readonly IssueGroup[];
}
