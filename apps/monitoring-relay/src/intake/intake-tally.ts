import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { Clock, type OutcomeCount } from '#shared';
import { RelayMetrics } from '../metrics/relay-metrics.ts';
import { countFiltered, countRefused } from '../outcomes/count-ending.ts';
import { toRefusalEnding } from '../outcomes/refusal-ending.ts';
import type { ReportContents } from '../outcomes/report-contents.ts';
import { Tally } from '../outcomes/tally.ts';
import type { MirroredKey } from '../spool/keys/key-archive.ts';
import type { Refusal } from './refusal.ts';

/**
 * Limits memory while the database is away. A line counts one outcome of one key and kind, minute
 * by minute.
 */
const BOUNDS = { maxLines: 2000, maxMinutes: 60 };
const MOST_COUNTS = 500;

export abstract class OutcomeCounts {
  /** Adds all counts or none. Rejects with `database.unavailable`. */
  abstract add(counts: readonly OutcomeCount[]): Promise<void>;
}

type KeyName = Pick<MirroredKey, 'projectId' | 'publicKey'>;

/**
 * Counts in memory the items that intake refuses or filters, until the counts are written to the
 * database. A relay that is killed loses unwritten counts. A relay that only forwards has no
 * database, and counts these items in its metrics.
 */
@Injectable()
export class IntakeTally {
  private readonly logger = new Logger(IntakeTally.name);
  private readonly tally = new Tally(BOUNDS);

  constructor(
    @Optional() @Inject(OutcomeCounts) private readonly outcomes: OutcomeCounts | undefined,
    @Inject(RelayMetrics) private readonly metrics: Pick<RelayMetrics, 'noteItems'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  addRefused(key: KeyName, { code, limited }: Refusal, contents: ReportContents): void {
    this.add(countRefused(this.toSender(key), toRefusalEnding(code, limited?.scope), contents));
  }

  addFiltered(key: KeyName, contents: ReportContents): void {
    this.add(countFiltered(this.toSender(key), contents));
  }

  /** Rejects when the database is unavailable, and keeps the unwritten counts. */
  async write(): Promise<void> {
    const counts = this.tally.take();
    let written = 0;
    try {
      for (; written < counts.length; written += MOST_COUNTS) {
        await this.outcomes?.add(counts.slice(written, written + MOST_COUNTS));
      }
    } finally {
      this.tally.add(counts.slice(written));
    }
  }

  /**
   * Writes the counts once more when the relay stops, and logs how many are lost if that fails.
   * Never rejects.
   */
  async writeLast(): Promise<void> {
    try {
      await this.write();
    } catch (error) {
      const items = `${this.tally.quantity} items that were refused or filtered`;
      this.logger.warn(
        `${items} are not counted, because the database does not answer. ${String(error)}`,
      );
    }
  }

  private toSender({ projectId, publicKey }: KeyName) {
    return { projectId, publicKey, atMs: this.clock.nowMs() };
  }

  private add(counts: readonly OutcomeCount[]): void {
    if (this.outcomes) this.tally.add(counts);
    else this.metrics.noteItems(counts);
  }
}
