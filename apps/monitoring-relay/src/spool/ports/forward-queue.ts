import type { OutcomeCount } from '#shared';
import type { ReportContents } from '../../outcomes/report-contents.ts';

/** What a report that is owed holds: `kept` is processed here too, and ends there; `passed` ends with the sending. */
export type OwedContents = Required<Pick<ReportContents, 'kept' | 'passed'>>;

/** A report that is owed to another service, without its body. */
export interface OwedReport {
  readonly id: number;
  readonly projectId: number;
  readonly publicKey: string;
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /** IP address of who sent it; absent where it is not known. */
  readonly senderAddress?: string;
  readonly contents: OwedContents;
  /** Of its body. */
  readonly bytes: number;
  /** How often it had been forwarded before it came here. */
  readonly hops: number;
}

/** The envelope: its bytes, or the path of the file that has them until the report is settled, and how many it has. */
export type OwedBody =
  | { readonly bytes: Buffer }
  | { readonly file: string; readonly fileBytes: number };

export interface QueuedAmount {
  readonly reports: number;
  readonly bytes: number;
}

/** The second queue of a spool: what is owed to other services, in the order in which it was taken. */
export abstract class ForwardQueue {
  /** Of all projects. */
  abstract readonly amount: QueuedAmount;

  /** By their ids in this installation; without those to whose upstream nothing is owed. */
  abstract readonly projects: ReadonlyMap<number, QueuedAmount>;

  /** When the oldest report was received, of a project or of all; undefined when there is none. */
  abstract findOldestMs(projectId?: number): number | undefined;

  /** Those of a project behind `aboveId`, oldest first. */
  abstract list(projectId: number, range: { aboveId: number; max: number }): OwedReport[];

  /** Of all projects, oldest first. */
  abstract listOldest(max: number): OwedReport[];

  /** Undefined when it is damaged, or gone. Throws what the disk says when it may yet be read. */
  abstract readBody(id: number): OwedBody | undefined;

  /**
   * Drops reports that are done with, one way or the other, and tallies what `count` says of each of those that were
   * there: it is called within the write. Resolves with them. Rejects with `spool.unavailable`, nothing changed, when
   * that cannot be written.
   */
  abstract settle(
    ids: readonly number[],
    count: (report: OwedReport) => readonly OutcomeCount[],
  ): Promise<OwedReport[]>;
}
