import type { DiscardReason, ItemKind, Outcome } from '#shared';

export interface OutcomesTable {
  readonly project_id: number;
  readonly starts_at: number;
  /** Empty when the key is not known. */
  readonly public_key: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly kind: ItemKind;
  readonly quantity: number;
}

export interface DiscardsTable {
  readonly project_id: number;
  readonly starts_at: number;
  readonly public_key: string;
  readonly reason: DiscardReason;
  readonly kind: ItemKind;
  readonly quantity: number;
}

export const tables = [
  'outcome_hours',
  'outcome_minutes',
  'discard_hours',
  'discard_minutes',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly outcome_hours: OutcomesTable;
    readonly outcome_minutes: OutcomesTable;
    readonly discard_hours: DiscardsTable;
    readonly discard_minutes: DiscardsTable;
  }
}
