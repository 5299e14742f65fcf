import type { ErrorCode, IssueChange } from '#shared';
import type { WantedIssues } from '#product/recording/issues';

export type BulkAction =
  | { readonly kind: 'state'; readonly change: IssueChange }
  | { readonly kind: 'assignee'; readonly assigneeId?: number }
  | { readonly kind: 'deletion' };

/**
 * `undoing` may also follow `changing`. The unfinished part of the change is skipped in that case.
 */
export type BulkState = 'changing' | 'changed' | 'undoing' | 'undone';

export interface BulkChange {
  readonly id: number;
  readonly action: BulkAction;
  readonly query: string;
  /** Absent for all projects in which the person may change issues. */
  readonly projectId?: number;
  readonly askedAtMs: number;
  readonly state: BulkState;
  readonly total: number;
  readonly seen: number;
  readonly changed: number;
  readonly refused: ReadonlyMap<ErrorCode, number>;
  readonly undone: number;
  readonly notUndone: number;
}

export interface BulkRequest {
  readonly action: BulkAction;
  readonly query: string;
  /** The search. The store adds projects, person and time. */
  readonly wanted: Omit<WantedIssues, 'projectIds' | 'selfId' | 'nowMs'>;
  readonly projectId?: number;
  /**
   * Number of matching issues when the person asked. The bulk change never covers more issues, even
   * when the search matches more later.
   */
  readonly total: number;
  readonly byUserId: number;
  readonly nowMs: number;
}
