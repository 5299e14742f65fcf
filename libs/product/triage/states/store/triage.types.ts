import type { JoinedWrite } from '#persistence/stores';
import type { NumberedIssue } from './merging/merge.types.ts';
import type { Reprocessed } from './reprocessed.ts';
import type { ErrorCode, IssueChange, IssueState } from '#shared';

interface Act {
  readonly byUserId: number;
  readonly nowMs: number;
  /** Returns what joins the change of these issues. Not called when no issue changes. */
  readonly tell?: (issueIds: readonly number[]) => JoinedWrite;
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

/**
 * How the change of one issue ended, or the undo of one change. `code` is `issue.unknown` for an
 * issue or a change that does not exist.
 */
export type TriageOutcome =
  | {
      readonly outcome: 'changed';
      readonly issueId: number;
      /** The new row of history, by which the change can be undone. */
      readonly historyId: number;
      /** The release that the next release follows, when the issue is resolved in the next one. */
      readonly afterRelease?: string;
    }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly code: ErrorCode };

/** Says why a change is refused, as its outcome. */
export function refuse<Code extends ErrorCode>(code: Code) {
  return { outcome: 'refused', code } as const;
}

export const UNKNOWN = refuse('issue.unknown');

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
