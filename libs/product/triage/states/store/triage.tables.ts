import type { Generated } from 'kysely';

export interface IssueCommentsTable {
  readonly id: Generated<number>;
  readonly issue_id: number;
  readonly by_user: number;
  readonly at: number;
  /** Empty once the comment is deleted. */
  readonly body: string;
  readonly edited_at: number | null;
  readonly deleted_at: number | null;
}

export const tables = ['issue_comments'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly issue_comments: IssueCommentsTable;
  }
}
