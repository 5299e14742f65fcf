import type { OperatorConditionName } from '../rules/operator-conditions.ts';

export interface OperatorConditionsTable {
  readonly name: OperatorConditionName;
  readonly scope: string;
  readonly level: 1 | 2;
  readonly since: number;
  readonly told_at: number;
  readonly clear_since: number | null;
  readonly judged_at: number;
}

export interface OperatorSilencesTable {
  readonly name: OperatorConditionName;
}

export const tables = ['operator_conditions', 'operator_silences'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly operator_conditions: OperatorConditionsTable;
    readonly operator_silences: OperatorSilencesTable;
  }
}
