import { Logger } from '@nestjs/common';
import type { Database } from '#persistence';
import { ErrataError, errorCatalogue, SystemClock } from '#shared';
import { OutageLog } from '#telemetry';
import { Readiness } from './rendering/index.ts';

export class DatabaseReadiness extends Readiness {
  private readonly logger = new Logger('Readiness');
  private readonly outage = new OutageLog(new SystemClock());
  /** A ping reads too little to meet most damage, so damage that a page meets is remembered. */
  private isDamaged = false;

  constructor(private readonly database: Pick<Database, 'ping'>) {
    super();
  }

  override async problems(): Promise<string[]> {
    try {
      await this.database.ping();
      this.outage.end();
    } catch (error) {
      this.tell(error as Error, (error as Error).message);
      if (!this.isDamaged) return [errorCatalogue['database.unavailable'].message];
    }
    return this.isDamaged ? [errorCatalogue['database.damaged'].message] : [];
  }

  override noteAway(error: Error, digest: string): void {
    this.tell(error, `The renderer answers pages with 503 (digest ${digest}). ${error.message}`);
  }

  private tell(error: Error, text: string): void {
    const isDamage = error instanceof ErrataError && error.code === 'database.damaged';
    this.isDamaged ||= isDamage;
    const told = this.outage.note(text);
    if (told === undefined) return;
    if (isDamage) this.logger.error(told);
    else this.logger.warn(told);
  }
}
