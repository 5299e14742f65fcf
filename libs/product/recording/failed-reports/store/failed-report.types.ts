import type { ReportFailure } from '#product/recording/reports';

interface FailedReportFacts {
  readonly origin: string;
  readonly reportId: number;
  readonly projectId: number;
  readonly publicKey: string;
  readonly eventId?: string;
  readonly receivedAtMs: number;
}

export interface NewFailedReport extends FailedReportFacts, ReportFailure {
  /**
   * Earliest time of the one automatic retry, which also waits until processing is quiet. Absent
   * when no automatic retry is wanted.
   */
  readonly retryAtMs?: number;
  /** IP address of the sender, encrypted together with the body. */
  readonly senderAddress?: string;
  readonly body?: Uint8Array;
}

export interface FailedReport extends FailedReportFacts {
  /** Ascends with time and is never reused. */
  readonly id: number;
  /** Size of the report as it came; 0 when its body is lost, so that no retry is possible. */
  readonly bytes: number;
  readonly reason: string;
  /** Numbers of failed items, by kind; empty when they are not known. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly isRetried: boolean;
  readonly isRetriedLater: boolean;
}

export type FailedSelection = { readonly id: number } | { readonly upToId: number };

export interface DueReport extends FailedReportFacts {
  readonly id: number;
  readonly senderAddress?: string;
  readonly items?: readonly number[];
  readonly body: Buffer;
}
