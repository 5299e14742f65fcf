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

/**
 * What people do to all issues of a search (ADR 110), in short steps that go on after a crash. Each step looks anew in which projects the
 * person may, and changes nothing in others. An issue is changed if the search holds of it when its turn comes. Issues that come
 * later are left alone. People see their own alone.
 */
export abstract class BulkStore {
  /** Resolves with its id; undefined when the person has `issueLimits.bulksAtWork` at work already. */
  abstract ask(request: BulkRequest): Promise<number | undefined>;

  /** Undefined when the person has none such. */
  abstract find(id: number, byUserId: number): Promise<BulkChange | undefined>;

  /** The latest of a person first, at most 20. */
  abstract list(byUserId: number): Promise<BulkChange[]>;

  /**
   * Stops a bulk change, and has the next steps undo what it has changed. An issue that was changed again since keeps that change.
   * False when there is nothing to undo: the change is undone already, was a deletion, or is forgotten.
   */
  abstract undo(id: number, byUserId: number): Promise<boolean>;

  /**
   * Does one step of the bulk change `id`; by default of the oldest that is not done. Where all are done, removes some that are older
   * than `issueLimits.bulkKeptMs`. Several processes may do steps at once. Resolves with whether there may be more to do.
   */
  abstract step(nowMs: number, id?: number): Promise<boolean>;
}
