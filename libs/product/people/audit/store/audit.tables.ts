import type { Generated } from 'kysely';

export interface AuditLogTable {
  readonly id: Generated<number>;
  readonly at: number;
  readonly by_user: number | null;
  readonly project_id: number | null;
  readonly what: string;
  readonly target: string | null;
  /** JSON; null for no value. */
  readonly from_value: string | null;
  readonly to_value: string | null;
}

export const tables = ['audit_log'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly audit_log: AuditLogTable;
  }
}
