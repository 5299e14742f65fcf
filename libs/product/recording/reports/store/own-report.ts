/** A report that Errata writes itself, of one event. */
export interface OwnReport {
  /** Names the report together with `id`: the same report is recorded once. */
  readonly origin: string;
  readonly id: number;
  readonly projectId: number;
  readonly atMs: number;
  readonly eventId: string;
  /** The event as an SDK would send it, without its id. */
  readonly event: Readonly<Record<string, unknown>>;
}

/** An own report that is processed, before it is recorded. */
export interface MadeReport {
  /** The key that the event is grouped by; empty where none was made. */
  readonly groupingKey: string;
  /** The reason why nothing of the report can be recorded; absent where it can be. */
  readonly refusal?: string | undefined;
  /** Rejects as `ReportStore.record` does. */
  record(): Promise<void>;
  /** Keeps the report among failed ones. */
  keepAside(reason: string): Promise<void>;
}
