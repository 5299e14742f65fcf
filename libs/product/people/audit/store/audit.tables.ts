import type { Generated } from 'kysely';

export interface AuditLogTable {
  readonly id: Generated<number>;
  readonly at: number;
  /** A user's id; null where the operator's command or the configuration did it. */
  readonly by_user: number | null;
  /** Null where it is of the whole instance. */
  readonly project_id: number | null;
  readonly what: string;
  /** The key, or the person, that was changed; null where the project or the instance was. */
  readonly target: string | null;
  /** JSON; null where there was, or is, nothing. */
  readonly from_value: string | null;
  readonly to_value: string | null;
}

/** All tables of this capability. */
export const tables = ['audit_log'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly audit_log: AuditLogTable;
  }
}
