import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, type OutcomeCount } from '#shared';
import { describeError } from '../logging/describe-error.ts';
import { countRefused } from '../outcomes/count-ending.ts';
import { toRefusalEnding } from '../outcomes/refusal-ending.ts';
import type { ReportContents } from '../outcomes/report-contents.ts';
import { Tally } from '../outcomes/tally.ts';
import type { MirroredKey } from '../spool/key-archive.ts';
import { Spool } from '../spool/spool.ts';
import type { Refusal } from './refusal.ts';

/** What is held of each minute, so that hours in which nothing can be written take no more memory. */
const MINUTES = 60;

/**
 * Counts what is refused, in the spool, before it is answered. A spool that cannot be written holds up no answer: what it
 * did not take is held in memory until it does, and goes with a process that is killed meanwhile.
 */
@Injectable()
export class Refusals {
  private readonly logger = new Logger(Refusals.name);
  private readonly unwritten = new Tally(MINUTES);

  constructor(
    @Inject(Spool) private readonly spool: Pick<Spool, 'tally' | 'queueTallies'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Of a report whose key is known: nobody else could be told. Resolves once the count is on disk, or is held for that the
   * spool cannot be written. Never rejects.
   */
  async count(
    { projectId, publicKey }: MirroredKey,
    { code, limited }: Refusal,
    contents: ReportContents,
  ): Promise<void> {
    const sender = { projectId, publicKey, atMs: this.clock.nowMs() };
    const counts = countRefused(sender, toRefusalEnding(code, limited?.scope), contents);
    // It is tried by `keepUp`, not by each: what shares a commit with a count that fails, fails with it.
    if (!this.unwritten.isEmpty) return this.unwritten.add(counts);
    await this.write(counts).catch((error: unknown) => this.explain(error));
  }

  /** Writes what is held, and sends what is tallied on its way to the database. Never rejects. */
  async keepUp(): Promise<void> {
    try {
      await this.write(this.unwritten.take());
      await this.spool.queueTallies();
    } catch (error) {
      this.explain(error);
    }
  }

  private async write(counts: readonly OutcomeCount[]): Promise<void> {
    try {
      await this.spool.tally(counts);
    } catch (error) {
      this.unwritten.add(counts);
      throw error;
    }
  }

  /** That the spool cannot be written is told by those whose reports it refuses. */
  private explain(error: unknown): void {
    this.logger.debug(`What was refused is counted later. ${describeError(error)}`);
  }
}
