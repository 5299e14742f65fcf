import type { Ending, Log } from '#shared';

/** Logs of one item. */
export interface LogItem {
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** Position in the report. Together with the report's identity, identifies the item. */
  readonly item: number;
  /**
   * Hash of the bytes that were sent. Logs have no id, so it tells which came before. Absent when
   * others may have the same bytes, because times or traces are missing.
   */
  readonly content?: string;
  readonly logs: readonly Log[];
  /** Endings of logs that are not kept. */
  readonly dropped: readonly (Ending & { readonly quantity: number })[];
}

declare module '#product/recording/reports' {
  interface ReportItems {
    readonly logs?: readonly LogItem[];
  }
}
