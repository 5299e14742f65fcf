import type { OutcomeCount } from '#shared';
import type { ReportContents } from '../outcomes/report-contents.ts';
import type { SpilledBody } from './body-file.ts';
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
  /** How often it was claimed before, and processing ended without an orderly end; absent when it never did. */
  readonly attempts?: number;
  /** What was tallied, on its way to the database: of such a report, which is nobody's, this is all there is. */
  readonly tally?: readonly OutcomeCount[];
}

/** A report that could not be processed, without its body. */
export interface FailedReport {
  readonly id: number;
  /** 0 of tallies, which are nobody's, and where nothing of it can be read. */
  readonly projectId: number;
  readonly eventId?: string;
  readonly receivedAtMs: number;
  readonly reason: string;
  /** Of its body. */
  readonly bytes: number;
  /** `damaged`: its row is, and stays where it is; `tally`: counts on their way to the database. */
  readonly kind: 'report' | 'tally' | 'damaged';
  /** Its body is there, and what of it is to be processed is known: of what an earlier version kept it is not. */
  readonly isRetryable: boolean;
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
  /** Reports that could not be processed and are kept with their reason. */
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

  /** What is owed to other services. It is settled apart from what is processed here. */
  abstract readonly forwards: ForwardQueue;

  /** Keeps a report and resolves with its id. Reports that wait together share one sync. */
  abstract append(report: IncomingReport): Promise<number>;

  /** Called after each commit that brought reports. */
  abstract onAppended(listener: () => void): void;

  /**
   * The oldest reports that nobody claimed since this spool was opened, oldest first. A claim ends
   * with `settle`, `fail`, `releaseClaims`, or the process: what a killed process had claimed is
   * claimed again. Always at least one report when there is one, whatever its size. A report that was claimed before
   * processing ended comes alone. Each claim is counted in the rows, without a sync.
   */
  abstract claim(limits: { maxReports: number; maxBytes: number }): Promise<SpooledReport[]>;

  /** Whether the report that would be claimed next was claimed before processing ended. */
  abstract get isNextTried(): boolean;

  /** Forgets how often the reports were claimed that are claimed now: an end from now on is not theirs. Never throws. */
  abstract clearAttempts(): void;

  /**
   * Ends every claim, for whoever made them is gone: what is still queued is claimed again, oldest first. One that is
   * under way brings nothing.
   */
  abstract releaseClaims(): void;

  /** Drops reports whose effects stand in the database. Nobody reads their bodies from then on. */
  abstract settle(ids: readonly number[]): Promise<void>;

  /** Takes a report out of the queue, keeps it with the reason, and tallies what its items have ended in. Nobody reads its body from then on. */
  abstract fail(id: number, failure: Failure): Promise<void>;

  /** All that are kept, in no order: there are at most 1,000. */
  abstract listFailed(): Promise<FailedReport[]>;

  /** The body of one, in pieces; undefined when it is not kept, or its row is damaged. */
  abstract readFailed(id: number): AsyncIterable<Buffer> | undefined;

  /**
   * Puts failed reports back into the queue, as new ones of this opening with what of each had failed, and takes
   * back what that was counted as: it has not ended any more. Resolves with how many; those that are not kept, or not
   * retryable, are left out. Killed on the way, some are back in the queue and the others still kept.
   */
  abstract retryFailed(ids: readonly number[]): Promise<number>;

  /** Drops failed reports for good, all but damaged ones: what they were counted as stays. Resolves with how many. */
  abstract discardFailed(ids: readonly number[]): Promise<number>;

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

  /** An orderly end: clears the attempts of what is claimed, commits what waits, and lets go of the lock. Writes that come later are rejected with `spool.unavailable`. */
  abstract close(): Promise<void>;
}
