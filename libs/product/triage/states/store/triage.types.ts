import type { NumberedIssue } from './merging/merge.types.ts';
import type { Reprocessed } from './reprocessed.ts';
import type { ChangeRefusal, ErrorCode, IssueChange, IssueState } from '#shared';

interface Act {
  readonly byUserId: number;
  readonly nowMs: number;
}

export interface StateRequest extends Act {
  readonly issueIds: readonly number[];
  readonly change: IssueChange;
}

export interface AssignRequest extends Act {
  readonly issueIds: readonly number[];
  /** Assigns to nobody when absent. The caller checks that the user exists. */
  readonly assigneeId?: number;
  /**
   * Comment that is added to each issue in the same transaction, even when the issue's assignee
   * stays the same. The caller checks the comment's length.
   */
  readonly comment?: string;
}

export interface UndoRequest extends Act {
  /** Ids from `change`, `assign` and `MergeStore`, at most `issueLimits.issuesPerChange`. */
  readonly historyIds: readonly number[];
}

export interface CommentRequest extends Act {
  readonly issueId: number;
  /** Markdown of 1 to `issueLimits.commentCharacters` characters, not only white space. */
  readonly body: string;
}

export interface EditCommentRequest extends Act {
  readonly commentId: number;
  readonly body: string;
}

export interface DeleteCommentRequest extends Act {
  readonly commentId: number;
}

export type TriageOutcome = { readonly issueId: number } &
  /**
   * When an issue is resolved in the next release, `afterRelease` is the release that the next
   * release follows.
   */
  (
    | { readonly outcome: 'changed'; readonly historyId: number; readonly afterRelease?: string }
    | { readonly outcome: 'unchanged' | 'notFound' }
    | { readonly outcome: 'refused'; readonly code: ChangeRefusal }
  );

export type CommentRefusal = Extract<ErrorCode, 'comment.length' | 'comment.not_author'>;

export type CommentOutcome =
  | { readonly outcome: 'changed'; readonly commentId: number; readonly issueId: number }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'refused'; readonly code: CommentRefusal };

export interface IssueComment {
  readonly id: number;
  /** Empty once the comment is deleted. */
  readonly body: string;
  readonly editedAtMs?: number;
  readonly deletedAtMs?: number;
}

/**
 * `others` are the issues that were merged into this issue, or got its groups. For the kinds
 * `mergedInto` and `unmergedFrom`, this issue was merged into `others`, or got their groups.
 */
export interface GroupingEntry {
  readonly what: 'grouping';
  readonly kind: 'merge' | 'unmerge' | 'mergedInto' | 'unmergedFrom';
  readonly others: readonly NumberedIssue[];
}

export type HistoryEntry = {
  readonly id: number;
  /** The merged issue to which the entry belongs; absent for the issue's own entries. */
  readonly of?: NumberedIssue;
  readonly atMs: number;
  /** Absent when an event or the passing of time caused the entry. */
  readonly byUserId?: number;
  readonly undoes?: number;
} & (
  | { readonly what: 'state'; readonly from: IssueState; readonly to: IssueState }
  | { readonly what: 'assignee'; readonly from?: number; readonly to?: number }
  | { readonly what: 'comment'; readonly comment: IssueComment }
  | GroupingEntry
  | { readonly what: 'reprocessing'; readonly reprocessed: Reprocessed }
);
