import { IsString, Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { ActionOf, IssueState } from '#shared';

export type HistoryItem = {
  readonly id: number;
  readonly atMs: number;
  /** Absent when an event or the passing of time caused the change. */
  readonly by?: string;
  readonly isUndo?: boolean;
  /**
   * Number of the merged issue that the entry belongs to. Absent for entries of the issue itself.
   */
  readonly of?: number;
} & (
  | { readonly what: 'state'; readonly from: IssueState; readonly to: IssueState }
  | { readonly what: 'assignee'; readonly from?: string; readonly to?: string }
  | { readonly what: 'comment'; readonly comment: CommentItem }
  | {
      readonly what: 'grouping';
      readonly kind: 'merge' | 'unmerge' | 'mergedInto' | 'unmergedFrom';
      readonly others: readonly number[];
    }
  /**
   * `others` are the issues that received some of the events. In a `received` entry, `others` is
   * the issue that the events came from.
   */
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
  /** Sanitised HTML. Empty when the comment is deleted. */
  readonly html: string;
  readonly editedAtMs?: number;
  readonly isDeleted?: boolean;
  /** The Markdown source. Present only for the author, who may edit the comment. */
  readonly body?: string;
}

export interface HistoryProps {
  readonly items: readonly HistoryItem[];
  /**
   * Id of the last entry on this page, after which the next page begins. Absent on the last page.
   */
  readonly older?: number;
  readonly isOlder?: boolean;
}

export interface HistoryPartProps extends HistoryProps {
  /** Slug of the issue's project. */
  readonly project: string;
  readonly canComment: boolean;
  readonly canUndo: boolean;
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
