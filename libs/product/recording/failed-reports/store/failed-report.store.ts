import type { ReportFailure } from '#product/recording/reports';
import type { ChangedBy } from '#product/projects/projects';

/** What is known of a report beside how it failed. */
interface FailedReportFacts {
  /** Of the opening of the spool that took it; with `reportId` the report's identity for ever. */
  readonly origin: string;
  readonly reportId: number;
  /** 0 of tallies, which are nobody's. */
  readonly projectId: number;
  readonly publicKey: string;
  readonly eventId?: string;
  readonly receivedAtMs: number;
}

export interface NewFailedReport extends FailedReportFacts, ReportFailure {
  /** Set where it is tried once more by itself: not before this time, and only when processing is quiet. */
  readonly retryAtMs?: number;
  /** IP address of who sent it. It is encrypted with the body. */
  readonly senderAddress?: string;
  /** Absent where it is gone. */
  readonly body?: Uint8Array;
}

/** A failed report as it is listed: without anything that it holds. */
export interface FailedReport extends FailedReportFacts {
  /** Later ones are larger; never given twice. */
  readonly id: number;
  /** Of the report as it came; 0 where its body is gone, and it cannot be tried again. */
  readonly bytes: number;
  readonly reason: string;
  /** What failed of it, by kind; empty where nobody knows. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Somebody asked for it, and it has not ended anew. */
  readonly isRetried: boolean;
  /** The report waits to be tried once more without an owner. */
  readonly isRetriedLater: boolean;
}

/** One, or all up to that one. */
export type FailedSelection = { readonly id: number } | { readonly upToId: number };

/** A failed report that is to be tried again now. */
export interface DueReport extends FailedReportFacts {
  readonly id: number;
  readonly senderAddress?: string;
  readonly items?: readonly number[];
  readonly body: Buffer;
}

/**
 * Reports that could not be processed, with their reasons: 1,000 at most, of 64 MiB together. What they hold is encrypted
 * by a key that is made of ERRATA_SECRET for nothing else.
 */
export abstract class FailedReportStore {
  /**
   * Keeps reports, each once however often it is put, and counts what their items have ended in. The oldest go for those
   * that are too many; the latest stays whatever its size. Resolves with how many went.
   */
  abstract put(reports: readonly NewFailedReport[]): Promise<{ readonly dropped: number }>;

  abstract count(): Promise<number>;

  /** Those that were put last come first. */
  abstract list(options: { readonly limit: number }): Promise<FailedReport[]>;

  /**
   * The report as it came; undefined when there is none, or its body is gone. Rejects with `report.sealed` when it was
   * encrypted with another ERRATA_SECRET.
   */
  abstract readBody(id: number): Promise<Buffer | undefined>;

  /** Has reports tried again, but those that cannot be, or already are. Noted in the audit log. Resolves with how many. */
  abstract requestRetry(selection: FailedSelection, by: ChangedBy): Promise<number>;

  /** Drops reports for good: they stay counted as failed. Noted in the audit log. Resolves with how many. */
  abstract discard(selection: FailedSelection, by: ChangedBy): Promise<number>;

  /**
   * Takes the report that has waited longest to be tried again. Nobody else is given it for a minute. `ReportStore.record`
   * ends the retry (`ProcessedReport.retried`); a report that was taken five times without an end waits no more.
   * A report with `retryAtMs` is taken only while `isQuiet` (true when absent), and once.
   */
  abstract takeDue(
    nowMs: number,
    options?: { readonly isQuiet?: boolean },
  ): Promise<DueReport | undefined>;
}
