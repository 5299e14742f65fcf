import type { OutcomeCount } from '#shared';
import type { ReportContents } from '../outcomes/report-contents.ts';
import type { SpilledBody } from './body-file.ts';
import type { ClaimMark } from './claim-mark.ts';
import type { ForwardQueue } from './forward-queue.ts';

interface ReportFacts {
  readonly projectId: number;
  /** By which its sender reports; empty when an earlier version took it. */
  readonly publicKey: string;
  /** The id its sender was told: 32 lower-case hex digits; absent when it holds no event. */
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /** IP address of who sent it; absent where it is not known, or nothing of it could ask for it. */
  readonly senderAddress?: string;
  /** What it held when it came: the body has what is kept of it. Empty when an earlier version took it. */
  readonly contents: ReportContents;
  /** The decoded envelope: its header and the items that are kept, byte for byte. Empty when a file has it. */
  readonly body: Buffer;
}

/** A report as intake hands it over: framing and key are checked, its payloads are not read. */
export interface IncomingReport extends ReportFacts {
  /** Where the body is, when it is too large for a segment: with the commit the file becomes the spool's. */
  readonly spilled?: SpilledBody | undefined;
  /** Whether it is owed to another service: beside being processed here, or alone. */
  readonly owed?: 'also' | 'alone';
  /** Of what is owed: how often it had been forwarded before it came here; 0 when absent. */
  readonly hops?: number;
}

/** Plain data, so that threads can hand it to one another. */
export interface SpooledReport extends ReportFacts {
  /** Path of the file that has the body, in full. It is there until the report is settled. */
  readonly bodyFile?: string;
  /** Of the opening of the spool that took it: 16 hex digits. With `id` the report's identity for ever. */
  readonly origin: string;
  /** Never used twice in one spool file; a copy of the file may use it for another report. */
  readonly id: number;
  /** What was tallied, on its way to the database: of such a report, which is nobody's, this is all there is. */
  readonly tally?: readonly OutcomeCount[];
}

/** A report that could not be processed. Plain data, as `SpooledReport`. */
export interface FailedReport extends Omit<ReportFacts, 'contents'> {
  readonly id: number;
  readonly origin: string;
  readonly reason: string;
  /** What its items have ended in; absent where an earlier version did not note it. */
  readonly outcomes?: readonly OutcomeCount[];
  /** Whether that has been counted: earlier versions did so at once. */
  readonly isCounted: boolean;
  /** Places of the items that failed, when others have been recorded. */
  readonly items?: readonly number[];
  /** Path of the file that has the body, in full; else `body` has it, which is empty where it is gone. */
  readonly bodyFile?: string;
}

/** What of a report failed. */
export interface Failure {
  readonly reason: string;
  /** What its items have ended in. */
  readonly outcomes: readonly OutcomeCount[];
  /** Places of the items that failed, when others have been recorded. */
  readonly items?: readonly number[] | undefined;
}

/** Reports of one origin that have left the queue for good. */
export interface SettledReports {
  readonly origin: string;
  /** No report of the origin with a lower id is in the queue, nor ever will be. */
  readonly beforeId: number;
  /** Whether the origin will never be met again: it is an earlier opening's, and none is left. */
  readonly isOver: boolean;
}

export interface QueueState {
  /** Reports acknowledged and neither settled nor failed. */
  readonly depth: number;
  /** Age of the oldest of them, 0 when there is none. */
  readonly oldestMs: number;
  /** Reports that could not be processed and are kept aside until the database has them. */
  readonly failed: number;
}

/**
 * The durable queue between the answer and the processing. Everything that writes resolves after it
 * is committed and synced, and rejects with `spool.unavailable`, nothing changed, when that fails.
 */
export abstract class Spool {
  /** What it is called, whichever process holds it. A copy has the same name. */
  abstract readonly name: string;

  /** The folder it is in, by its name below `DATA_DIR/spool`: that of a copy is another. */
  abstract readonly folder: string;

  /** For whoever claims, to write what is handed out. */
  abstract get mark(): ClaimMark;

  /** What is owed to other services. It is settled apart from what is processed here. */
  abstract readonly forwards: ForwardQueue;

  /** Keeps a report and resolves with its id. Reports that wait together share one sync. */
  abstract append(report: IncomingReport): Promise<number>;

  /** Called after each commit that brought reports. */
  abstract onAppended(listener: () => void): void;

  /**
   * The oldest reports that nobody claimed since this spool was opened, oldest first. A claim ends
   * with `settle`, `fail`, `releaseClaims`, or the process: what a killed process had claimed is
   * claimed again. Always at least one report when there is one, whatever its size.
   */
  abstract claim(limits: { maxReports: number; maxBytes: number }): Promise<SpooledReport[]>;

  /**
   * Ends every claim, for whoever made them is gone: what is still queued is claimed again, oldest first. One that is
   * under way brings nothing.
   */
  abstract releaseClaims(): void;

  /** Drops reports whose effects stand in the database. Nobody reads their bodies from then on. */
  abstract settle(ids: readonly number[]): Promise<void>;

  /**
   * Takes a report out of the queue, and keeps it aside with the reason and what its items have ended in, until the database
   * has taken it. At most 1,000 are kept, of 64 MiB: the oldest go first. Nobody reads its body in the queue from then on.
   */
  abstract fail(id: number, failure: Failure): Promise<void>;

  /**
   * The oldest that are kept aside, without those of `exceptIds` and those whose rows are damaged, which stay. Always at least
   * one when there is one, whatever its size.
   */
  abstract listFailed(
    limits: { maxReports: number; maxBytes: number },
    exceptIds: readonly number[],
  ): Promise<FailedReport[]>;

  /** Drops reports that were kept aside, and stand in the database now. */
  abstract settleFailed(ids: readonly number[]): Promise<void>;

  /**
   * Puts what was tallied into the queue, as a report, by whose identity it counts once like every other one.
   * Does nothing while an earlier one waits there, so that they do not pile up. They are no part of the
   * queue's state.
   */
  abstract queueTallies(): Promise<void>;

  /** What a database need not remember any more: of each origin it may have heard of. */
  abstract listSettled(): Promise<readonly SettledReports[]>;

  /** Takes an origin that is over off that list. */
  abstract dropOrigin(origin: string): Promise<void>;

  /** As `getQueueState` has it, without asking the disk. */
  abstract readonly queuedReports: number;

  /** Of the bodies of those reports, and of those that are being spilled. */
  abstract readonly queuedBytes: number;

  /** And what else of the disk is theirs until they go: at least as much. */
  abstract readonly heldBytes: number;

  abstract getQueueState(nowMs: number): Promise<QueueState>;

  /** Keeps something of a report's size for a moment: resolves when reports could be kept now. */
  abstract probe(): Promise<void>;

  /** Whether the latest write failed. */
  abstract readonly isFailing: boolean;

  /**
   * Gives some of what lies idle back to the file system: `maxBytes` at most of the pages, and a whole segment where one
   * has not been needed since the last time. Resolves with the bytes given.
   */
  abstract giveBackSpace(maxBytes: number): Promise<number>;

  /** Commits what waits and lets go of the lock. Writes that come later are rejected with `spool.unavailable`. */
  abstract close(): Promise<void>;
}
