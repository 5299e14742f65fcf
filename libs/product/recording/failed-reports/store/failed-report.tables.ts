import type { Generated } from 'kysely';

export interface FailedReportsTable {
  readonly id: Generated<number>;
  /** Of the opening of the spool that took it; with `report_id` the report's identity for ever. */
  readonly origin: string;
  readonly report_id: number;
  /** 0 of tallies, which are nobody's. */
  readonly project_id: number;
  readonly public_key: string;
  readonly event_id: string | null;
  readonly received_at: number;
  /** Of the report as it came. */
  readonly bytes: number;
  /** Without anything that the report holds. */
  readonly reason: string;
  /** JSON: what its items were counted as. */
  readonly outcomes: string;
  /** JSON: places of the items that failed; null: all. */
  readonly items: string | null;
  /** When it is to be tried again, next; null: it is not. */
  readonly retry_at: number | null;
  /** How often it was taken since somebody asked for it; 6 where nobody did, and it waits to be tried once by itself. */
  readonly attempts: Generated<number>;
  /** Encrypted; null where it is gone. */
  readonly body: Uint8Array | null;
}

/** All tables of this capability. */
export const tables = ['failed_reports'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly failed_reports: FailedReportsTable;
  }
}
