import type { ErrorCode, IssueChange } from '#shared';
import type { WantedIssues } from '#product/recording/issues';

/** What somebody wants done to all issues of a search. */
export type BulkWish =
  | { readonly kind: 'state'; readonly change: IssueChange }
  /** Nobody when absent. */
  | { readonly kind: 'assignee'; readonly assigneeId?: number }
  /** For good. */
  | { readonly kind: 'deletion' };

/** `undoing` can follow `changing`: then what is left of it is not done. */
export type BulkState = 'changing' | 'changed' | 'undoing' | 'undone';

export interface BulkChange {
  readonly id: number;
  readonly wish: BulkWish;
  /** As it was typed. */
  readonly query: string;
  /** Absent: in all projects in which the person may. */
  readonly projectId?: number;
  readonly askedAtMs: number;
  readonly state: BulkState;
  /** Issues that matched when it was asked. */
  readonly total: number;
  /** Of those the ones that were looked at. */
  readonly seen: number;
  readonly changed: number;
  /** How many for which reason. */
  readonly refused: ReadonlyMap<ErrorCode, number>;
  readonly undone: number;
  /** Changed since, or gone. */
  readonly notUndone: number;
}

export interface BulkRequest {
  readonly wish: BulkWish;
  readonly query: string;
  /** Which issues; whom and when it means are those who asks, and then. */
  readonly wanted: Omit<WantedIssues, 'projectIds' | 'selfId' | 'nowMs'>;
  readonly projectId?: number;
  /** How many match. No more than these are changed, even if the search holds of others later. */
  readonly total: number;
  readonly byUserId: number;
  readonly nowMs: number;
}
