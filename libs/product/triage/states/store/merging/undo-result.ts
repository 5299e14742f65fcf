import type { ErrorCode } from '#shared';

export type UndoRefusal = Extract<ErrorCode, 'issue.changed_since' | 'issue.not_undoable'>;

/** Result for one history row. `undoId` is the new row that records the undo. */
export type UndoResult = { readonly historyId: number } & (
  | { readonly outcome: 'changed'; readonly issueId: number; readonly undoId: number }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'refused'; readonly code: UndoRefusal }
);
