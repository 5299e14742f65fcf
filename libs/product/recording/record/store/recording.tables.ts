export interface ProcessedReportsTable {
  readonly origin: string;
  readonly report_id: number;
}

/** Events of a key that were kept whole, in the hour of their receipt that starts then. */
export interface KeptHoursTable {
  readonly grouping_key_id: number;
  readonly starts_at: number;
  /** Empty where the event names none. */
  readonly release: string;
  readonly environment: string;
  readonly events: number;
}

/** All tables of this capability. */
export const tables = ['processed_reports', 'kept_hours'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly processed_reports: ProcessedReportsTable;
    readonly kept_hours: KeptHoursTable;
  }
}
