import { Inject, Injectable, Logger } from '@nestjs/common';
import { Spool } from '../spool/spool.ts';
import { describeError } from '../logging/describe-error.ts';

/** Small enough not to be noticed by a report that arrives meanwhile. */
const STEP_BYTES = 1024 * 1024;

/** What keeps the relay small over time; each run does one small step. */
@Injectable()
export class Upkeep {
  private readonly logger = new Logger(Upkeep.name);

  constructor(@Inject(Spool) private readonly spool: Pick<Spool, 'giveBackSpace'>) {}

  /** Never rejects. */
  async run(): Promise<void> {
    try {
      await this.spool.giveBackSpace(STEP_BYTES);
    } catch (error) {
      // The next run tries again; nothing depends on this one.
      this.logger.warn(`Upkeep failed. ${describeError(error)}`);
    }
  }
}
