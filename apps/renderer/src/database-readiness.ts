import { Logger } from '@nestjs/common';
import type { Database } from '#persistence';
import { errorCatalogue, SystemClock } from '#shared';
import { OutageLog } from '#telemetry';
import { Readiness } from './rendering/index.ts';

export class DatabaseReadiness extends Readiness {
  private readonly logger = new Logger('Readiness');
  private readonly outage = new OutageLog(new SystemClock());

  constructor(private readonly database: Pick<Database, 'ping'>) {
    super();
  }

  override async problems(): Promise<string[]> {
    try {
      await this.database.ping();
      this.outage.end();
      return [];
    } catch (error) {
      this.tell((error as Error).message);
      return [errorCatalogue['database.unavailable'].message];
    }
  }

  override noteAway({ message }: Error, digest: string): void {
    this.tell(`The renderer answers pages with 503 (digest ${digest}). ${message}`);
  }

  private tell(text: string): void {
    const told = this.outage.note(text);
    if (told !== undefined) this.logger.warn(told);
  }
}
