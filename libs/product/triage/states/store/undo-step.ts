import type { Selectable } from 'kysely';
import type { IssueHistoryTable, Triage } from '#product/recording/issues';
import type { UndoOutcome } from './merging/undo-outcome.ts';

/** A row of history that somebody wants taken back. */
export interface WantedUndo {
  readonly row: Selectable<IssueHistoryTable>;
  readonly byUserId: number;
  readonly nowMs: number;
}

/** Takes back what a capability has written into the history of issues. Locks projects and keys before issues. */
export interface UndoStep {
  readonly what: 'reprocessing';
  readonly undo: (triage: Triage, wanted: WantedUndo) => Promise<UndoOutcome>;
}

declare module '#persistence/stores' {
  interface StoreSettings {
    /** Of all capabilities. */
    readonly undoing: readonly UndoStep[];
  }

  interface Capability {
    readonly undoing?: readonly UndoStep[];
  }
}
