import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { Clock, type OutcomeCount } from '#shared';
import { RelayMetrics } from '../metrics/relay-metrics.ts';
import { countFiltered, countRefused } from '../outcomes/count-ending.ts';
import { toRefusalEnding } from '../outcomes/refusal-ending.ts';
import type { ReportContents } from '../outcomes/report-contents.ts';
import { Tally } from '../outcomes/tally.ts';
import type { MirroredKey } from '../spool/keys/key-archive.ts';
import type { Refusal } from './refusal.ts';

/** An hour of each line, for a database that is away for long. */
const BOUNDS = { mostLines: 2000, mostMinutes: 60 };
/** Of one transaction. */
const MOST_COUNTS = 500;

/** Adds outcomes up in the database. A relay that forwards alone has none. */
export abstract class OutcomeCounts {
  /** Adds all or none. Rejects with `database.unavailable`. */
  abstract add(counts: readonly OutcomeCount[]): Promise<void>;
}

type KeyName = Pick<MirroredKey, 'projectId' | 'publicKey'>;

/**
 * Counts in memory what ends at the door, refused or of a kind that nothing shows, until it is added to the database (ADR
 * 83). A relay that is killed forgets what is not there yet. One that forwards alone has no database: there it is metrics.
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

  /** Of a report whose key is known: nobody else could be told. */
  addRefused(key: KeyName, { code, limited }: Refusal, contents: ReportContents): void {
    this.add(countRefused(this.toSender(key), toRefusalEnding(code, limited?.scope), contents));
  }

  /** Of an envelope of which nothing is kept. */
  addFiltered(key: KeyName, contents: ReportContents): void {
    this.add(countFiltered(this.toSender(key), contents));
  }

  /** Adds what is here to the database. Rejects when that is away: what is not there yet stays here. */
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

  /** Once, at the end: what the database does not take then is lost, and is said to be. Never rejects. */
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
