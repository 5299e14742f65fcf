import type { OperatorConditionName } from '../rules/operator-conditions.ts';

/** A condition of Errata itself of which people were told, and that is not over. */
export interface OperatorConditionsTable {
  readonly name: OperatorConditionName;
  /** The spool of the relay that it is about; empty where it is about the whole installation. */
  readonly scope: string;
  readonly level: 1 | 2;
  readonly since: number;
  /** When people were told of it last. */
  readonly told_at: number;
  /** Since when it is gone; null while it holds. */
  readonly clear_since: number | null;
  /** When a relay looked last. */
  readonly judged_at: number;
}

/** Conditions of which nobody is told. */
export interface OperatorSilencesTable {
  readonly name: OperatorConditionName;
}

/** All tables of this capability. */
export const tables = ['operator_conditions', 'operator_silences'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly operator_conditions: OperatorConditionsTable;
    readonly operator_silences: OperatorSilencesTable;
  }
}
