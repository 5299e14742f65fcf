import type { Selectable } from 'kysely';
import type { IssueHistoryTable, Triage } from '#product/recording/issues';
import type { ErrorCode } from '#shared';
import type { TriageOutcome } from './triage.types.ts';

export type UndoRefusal = Extract<ErrorCode, 'issue.changed_since' | 'issue.not_undoable'>;

export interface WantedUndo {
  readonly row: Selectable<IssueHistoryTable>;
  readonly byUserId: number;
  readonly nowMs: number;
}

/**
 * Undoes history rows that a capability wrote. A step must lock projects and keys before issues.
 */
export interface UndoStep {
  readonly what: 'reprocessing';
  readonly undo: (triage: Triage, wanted: WantedUndo) => Promise<TriageOutcome>;
}

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly undoing: readonly UndoStep[];
  }

  interface Capability {
    readonly undoing?: readonly UndoStep[];
  }
}
