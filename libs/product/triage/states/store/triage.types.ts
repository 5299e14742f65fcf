import type { NumberedIssue } from './merging/merge.types.ts';
import type { Reprocessed } from './reprocessed.ts';
import type { ChangeRefusal, ErrorCode, IssueChange, IssueState } from '#shared';

/** Who does something to issues, and when. */
interface Act {
  readonly byUserId: number;
  readonly nowMs: number;
}

export interface StateRequest extends Act {
  /** At most `issueLimits.issuesPerChange`. */
  readonly issueIds: readonly number[];
  readonly change: IssueChange;
}

export interface AssignRequest extends Act {
  /** At most `issueLimits.issuesPerChange`. */
  readonly issueIds: readonly number[];
  /** Nobody when absent. That there is such a user is for the caller to know. */
  readonly assigneeId?: number;
  /** Said about each of the issues in the same act, also where the assignee stays. Its length is checked before. */
  readonly comment?: string;
}

export interface UndoRequest extends Act {
  /** What `change` and `assign` gave, and those of `MergeStore`; at most `issueLimits.issuesPerChange`. */
  readonly historyIds: readonly number[];
}

export interface CommentRequest extends Act {
  readonly issueId: number;
  /** Markdown, 1 to `issueLimits.commentCharacters`, not of white space alone. */
  readonly body: string;
}

export interface EditCommentRequest extends Act {
  readonly commentId: number;
  /** As of a new comment. */
  readonly body: string;
}

export interface DeleteCommentRequest extends Act {
  readonly commentId: number;
}

/** What became of one issue. */
export type TriageOutcome = { readonly issueId: number } &
  /** `afterRelease` where it is resolved in the release after that one. */
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
  /** Empty once it is deleted. */
  readonly body: string;
  readonly editedAtMs?: number;
  readonly deletedAtMs?: number;
}

/** Issues that were merged into this one, or got groups of it; or the one that this was merged into, or got groups of. */
export interface GroupingEntry {
  readonly what: 'grouping';
  readonly kind: 'merge' | 'unmerge' | 'mergedInto' | 'unmergedFrom';
  readonly others: readonly NumberedIssue[];
}

/** One thing that happened to an issue. */
export type HistoryEntry = {
  readonly id: number;
  /** Absent of the issue's own: it happened to this one, which is merged into it. */
  readonly of?: NumberedIssue;
  readonly atMs: number;
  /** Absent when nobody, an event or time, did it. */
  readonly byUserId?: number;
  /** The entry that this one took back. */
  readonly undoes?: number;
} & (
  | { readonly what: 'state'; readonly from: IssueState; readonly to: IssueState }
  /** Absent: nobody. */
  | { readonly what: 'assignee'; readonly from?: number; readonly to?: number }
  | { readonly what: 'comment'; readonly comment: IssueComment }
  | GroupingEntry
  | { readonly what: 'reprocessing'; readonly reprocessed: Reprocessed }
);
