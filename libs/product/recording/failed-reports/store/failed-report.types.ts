import type { ReportFailure } from '#product/recording/reports';

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
