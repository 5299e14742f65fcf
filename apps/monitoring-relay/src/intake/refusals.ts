import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '#shared';
import { describeError } from '../logging/describe-error.ts';
import { countRefused } from '../outcomes/count-ending.ts';
import { toRefusalEnding } from '../outcomes/refusal-ending.ts';
import type { ReportContents } from '../outcomes/report-contents.ts';
import { Tally } from '../outcomes/tally.ts';
import type { MirroredKey } from '../spool/key-archive.ts';
import { Spool } from '../spool/spool.ts';
import type { Refusal } from './refusal.ts';

/**
 * Counts what is refused. In memory at first: a flood of refusals must not cost a sync each. What was counted
 * since the last `keepUp` goes with a process that is killed.
 */
@Injectable()
export class Refusals {
  private readonly logger = new Logger(Refusals.name);
  private readonly tally = new Tally();

  constructor(
    @Inject(Spool) private readonly spool: Pick<Spool, 'tally' | 'queueTallies'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Of a report whose key is known: nobody else could be told. */
  note(
    { projectId, publicKey }: MirroredKey,
    { code, limited }: Refusal,
    contents: ReportContents,
  ): void {
    const sender = { projectId, publicKey, atMs: this.clock.nowMs() };
    this.tally.add(countRefused(sender, toRefusalEnding(code, limited?.scope), contents));
  }

  /** Brings them to the spool, and sends what is tallied there on its way to the database. Never rejects. */
  async keepUp(): Promise<void> {
    try {
      await this.save();
      await this.spool.queueTallies();
    } catch (error) {
      // The next run tries again. That the spool cannot be written is told by those whose reports it refuses.
      this.logger.debug(`What was refused is counted later. ${describeError(error)}`);
    }
  }

  private async save(): Promise<void> {
    const counts = this.tally.take();
    try {
      await this.spool.tally(counts);
    } catch (error) {
      this.tally.add(counts);
      throw error;
    }
  }
}
