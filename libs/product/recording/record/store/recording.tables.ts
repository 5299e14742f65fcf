export interface ProcessedReportsTable {
  /** Origin of a report, or the name of a renderer's request. */
  readonly origin: string;
  /** 0 for a request. */
  readonly report_id: number;
}

export interface KeptHoursTable {
  readonly grouping_key_id: number;
  readonly starts_at: number;
  /** Empty when the event has no release. */
  readonly release: string;
  readonly environment: string;
  readonly events: number;
}

export const tables = ['processed_reports', 'kept_hours'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly processed_reports: ProcessedReportsTable;
    readonly kept_hours: KeptHoursTable;
  }
}
