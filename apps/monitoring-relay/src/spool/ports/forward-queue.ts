import type { OutcomeCount } from '#shared';
import type { ReportContents } from '../../outcomes/report-contents.ts';

/**
 * Items of a report to be forwarded. Processing counts the outcomes of `kept` items; forwarding
 * counts those of `passed` items.
 */
export type ForwardContents = Required<Pick<ReportContents, 'kept' | 'passed'>>;

export interface ForwardReport {
  readonly id: number;
  readonly projectId: number;
  readonly publicKey: string;
  readonly eventId?: string;
  readonly receivedAtMs: number;
  readonly senderAddress?: string;
  readonly contents: ForwardContents;
  readonly bytes: number;
  readonly hops: number;
}

/**
 * The envelope: its bytes, or the path and size of a file that exists until the report is settled.
 */
export type ForwardBody =
  | { readonly bytes: Buffer }
  | { readonly file: string; readonly fileBytes: number };

export interface QueuedAmount {
  readonly reports: number;
  readonly bytes: number;
}

/** The spool's second queue: reports to be forwarded, in their order of arrival. */
export abstract class ForwardQueue {
  /** Amount over all projects. */
  abstract readonly amount: QueuedAmount;

  /**
   * Amounts by the project's id in this installation. Projects without waiting reports are absent.
   */
  abstract readonly projects: ReadonlyMap<number, QueuedAmount>;

  /**
   * Returns when the oldest report of the project, or of all projects, was received. Undefined when
   * none waits.
   */
  abstract findOldestMs(projectId?: number): number | undefined;

  /** Returns a project's reports with ids above `aboveId`, oldest first. */
  abstract list(projectId: number, range: { aboveId: number; max: number }): ForwardReport[];

  /** Returns reports of all projects, oldest first. */
  abstract listOldest(max: number): ForwardReport[];

  /**
   * Returns undefined when the body is damaged or gone. Throws when the disk fails and a later read
   * may succeed.
   */
  abstract readBody(id: number): ForwardBody | undefined;

  /**
   * Removes reports that were sent or dropped. Calls `count` for each report that was still queued,
   * and stores the returned outcomes in the same transaction. Resolves with the removed reports.
   * Rejects with `spool.unavailable`, and changes nothing, when the spool cannot be written.
   */
  abstract settle(
    ids: readonly number[],
    count: (report: ForwardReport) => readonly OutcomeCount[],
  ): Promise<ForwardReport[]>;
}
