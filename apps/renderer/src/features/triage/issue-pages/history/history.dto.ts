import { IsString, Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { ActionOf, IssueState } from '#shared';

/** One thing that happened to an issue. */
export type HistoryItem = {
  readonly id: number;
  readonly atMs: number;
  /** Name of who did it; absent when an event or time did. */
  readonly by?: string;
  /** It took another back. */
  readonly isUndo?: boolean;
  /** Number of the merged issue that it happened to; absent of the issue's own. */
  readonly of?: number;
} & (
  | { readonly what: 'state'; readonly from: IssueState; readonly to: IssueState }
  /** Names; absent: nobody. */
  | { readonly what: 'assignee'; readonly from?: string; readonly to?: string }
  | { readonly what: 'comment'; readonly comment: CommentItem }
  /** Numbers of the issues of the project that it was done with. */
  | {
      readonly what: 'grouping';
      readonly kind: 'merge' | 'unmerge' | 'mergedInto' | 'unmergedFrom';
      readonly others: readonly number[];
    }
  /** `others`: issues that got some of the events; of `received` the one that they came from. */
  | {
      readonly what: 'reprocessing';
      readonly kind: 'processed' | 'received' | 'undone';
      readonly events: number;
      readonly others: readonly { readonly number: number; readonly events: number }[];
      readonly orderId: number;
    }
);

export interface CommentItem {
  readonly id: number;
  /** Safe to show; empty when it is deleted. */
  readonly html: string;
  readonly editedAtMs?: number;
  readonly isDeleted?: boolean;
  /** As it was typed, for its author, who may edit and delete it. */
  readonly body?: string;
}

export interface HistoryProps {
  /** Newest first. */
  readonly items: readonly HistoryItem[];
  /** Names the next page, when there is one. */
  readonly older?: number;
  /** It is not the newest page. */
  readonly isOlder?: boolean;
}

const { message: LENGTH } = errorCatalogue['comment.length'];

export class CommentDto {
  @IsString({ message: LENGTH })
  readonly body!: string;
}

export class CommentIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such comment.' })
  readonly comment!: string;
}

export class EditedCommentDto extends CommentIdDto {
  @IsString({ message: LENGTH })
  readonly edited!: string;
}

export type CommentAction = ActionOf<'comment', CommentDto>;
export type EditCommentAction = ActionOf<'edit-comment', EditedCommentDto>;
export type DeleteCommentAction = ActionOf<'delete-comment', CommentIdDto>;
