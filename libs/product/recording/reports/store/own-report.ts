/** A report that Errata itself writes about one event. */
export interface OwnReport {
  /**
   * `origin` and `id` together identify the report. A report with the same identity is recorded
   * once.
   */
  readonly origin: string;
  readonly id: number;
  readonly projectId: number;
  readonly atMs: number;
  readonly eventId: string;
  /** The event as an SDK would send it, without its id. */
  readonly event: Readonly<Record<string, unknown>>;
}

export interface MadeReport {
  /** Empty when the event has no grouping key. */
  readonly groupingKey: string;
  /** The reason why the report cannot be recorded; undefined when it can be. */
  readonly refusal?: string | undefined;
  /** Rejects as `ReportStore.record` does. */
  record(): Promise<void>;
  storeAsFailed(reason: string): Promise<void>;
}
