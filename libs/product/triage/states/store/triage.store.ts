import type { NumberedIssue } from './merging/merge.store.ts';
import type { UndoOutcome } from './merging/undo-outcome.ts';
import type { BaseRelease } from '#product/recording/releases';
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
);

/**
 * What people do to issues. Whether they may is for the caller to know: which issues are theirs, and
 * what their role allows. Each method is one transaction; of several people at once each sees what
 * the one before did, the last wins, and history tells of all in that order.
 */
export abstract class TriageStore {
  /** An outcome for each of `issueIds`, in their order. Throws RangeError for too many. */
  abstract change(request: StateRequest): Promise<TriageOutcome[]>;

  /** The release after which `resolveInNextRelease` would have the next one come; undefined where it would be refused. */
  abstract findBaseRelease(issue: {
    readonly id: number;
    readonly projectId: number;
  }): Promise<BaseRelease | undefined>;

  /** An outcome for each of `issueIds`, in their order. Throws RangeError for too many. */
  abstract assign(request: AssignRequest): Promise<TriageOutcome[]>;

  /**
   * Takes changes of states and assignees back, where nothing has changed the same since; the state
   * before is restored as it was, its conditions and since when included. Takes a merge or unmerge back where none of its issues
   * was merged, unmerged or deleted since. An outcome for each of `historyIds`, in their order. Throws RangeError for too many.
   */
  abstract undo(request: UndoRequest): Promise<UndoOutcome[]>;

  /** Ids of the issues that rows of history are about, by row; those that do not exist are left out. */
  abstract listIssuesOf(historyIds: readonly number[]): Promise<Map<number, number>>;

  /** Users to whom taking these rows of history back would assign an issue, by the rows' ids; nothing of others. */
  abstract listAssigneesBefore(historyIds: readonly number[]): Promise<Map<number, number>>;

  /** Id of the issue on whose page a comment is read, also of one that is deleted; undefined when there is none such. */
  abstract findIssueOfComment(commentId: number): Promise<number | undefined>;

  abstract comment(request: CommentRequest): Promise<CommentOutcome>;

  /** Its author's alone; one that is deleted is not found. */
  abstract editComment(request: EditCommentRequest): Promise<CommentOutcome>;

  /** Its author's alone. Forgets the text; that there was a comment stays. Deleted already: not found. */
  abstract deleteComment(request: DeleteCommentRequest): Promise<CommentOutcome>;

  /**
   * What happened to an issue and to those that are merged into it, comments included, each merge once, in the order in which it happened or the other way
   * round. At most `limit`, and never more than `issueLimits.historyPage`; `beyond` continues after
   * the last entry of an earlier page.
   */
  abstract listHistory(
    issueId: number,
    options: { order: 'oldestFirst' | 'newestFirst'; limit: number; beyond?: number },
  ): Promise<HistoryEntry[]>;
}
