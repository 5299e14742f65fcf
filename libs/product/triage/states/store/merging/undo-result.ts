import type { ErrorCode } from '#shared';

export type UndoRefusal = Extract<ErrorCode, 'issue.changed_since' | 'issue.not_undoable'>;

/** What became of one row of history; `undoId` is the row that tells of the undoing. */
export type UndoOutcome = { readonly historyId: number } & (
  | { readonly outcome: 'changed'; readonly issueId: number; readonly undoId: number }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'refused'; readonly code: UndoRefusal }
);
