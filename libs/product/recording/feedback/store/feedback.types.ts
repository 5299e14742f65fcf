import type { Issue } from '#product/recording/issues';
import type { IssueStatus } from '#shared';

export interface UserFeedback {
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

export interface FeedbackPosition {
  readonly receivedAtMs: number;
  readonly id: number;
}

export interface ListedFeedback extends UserFeedback {
  readonly id: number;
  readonly projectId: number;
  /** The event that the feedback is about, and its issue; absent when the event is not stored. */
  readonly about?: Pick<Issue, 'number' | 'type' | 'value'> & {
    readonly eventId: string;
    readonly issueId: number;
    readonly status: IssueStatus;
  };
  readonly doneAtMs?: number;
  /** Absent when the update that brought the inbox marked old feedback as done. */
  readonly doneBy?: number;
  readonly assigneeId?: number;
}

interface Done {
  readonly byUserId: number;
  readonly atMs: number;
}

/**
 * Null reopens, or removes the assignee. `from` applies the change only to what was done so.
 * `isDoneAgain` undoes the reopening: the same person has done it at the same time.
 */
export type FeedbackChange =
  | { readonly isDoneAgain: true }
  | { readonly done: Done | null; readonly from?: Done }
  | { readonly assigneeId: number | null };

export interface FeedbackFilter {
  readonly isWithoutEvent?: boolean;
  /** Lists what is done or what is open; absent for both. */
  readonly isDone?: boolean;
  readonly assigneeId?: number | undefined;
}

export interface WantedFeedback extends FeedbackFilter {
  readonly limit: number;
  readonly before?: FeedbackPosition | undefined;
}
