export { triage, TriageStore } from './store/triage.store.ts';
export { merging, MergeStore } from './store/merging/merge.store.ts';
export { assignIssues } from './store/assign-issues.ts';
export { changeStates } from './store/change-states.ts';
export { readAssignee } from './store/history-entry.ts';
export { lockGrouping } from './store/merging/lock-grouping.ts';
export { mergeIssues } from './store/merging/merge-issues.ts';
export type { IssueGroup } from './store/merging/merge.types.ts';
export { settleIssues } from './store/merging/settle-issues.ts';
export { undoRegrouping } from './store/merging/undo-regrouping.ts';
export { refuse } from './store/triage.types.ts';
export { readReprocessed } from './store/reprocessed.ts';
export type { Reprocessed } from './store/reprocessed.ts';
export type {
  CommentRefusal,
  CommentRequest,
  HistoryEntry,
  StateRequest,
  TriageOutcome,
} from './store/triage.types.ts';
export { undoChanges } from './store/undo-changes.ts';
export type { UndoStep, WantedUndo } from './store/undo-step.ts';
