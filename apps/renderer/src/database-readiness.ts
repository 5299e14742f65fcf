import { Logger } from '@nestjs/common';
import type { Database } from '#persistence';
import { errorCatalogue } from '#shared';
import { describeError, Readiness } from './rendering/index.ts';

/** Ready while the database answers. */
export class DatabaseReadiness extends Readiness {
  private readonly logger = new Logger('Readiness');

  constructor(private readonly database: Pick<Database, 'ping'>) {
    super();
  }

  override async problems(): Promise<string[]> {
    try {
      await this.database.ping();
      return [];
    } catch (error) {
      this.logger.warn(describeError(error));
      return [errorCatalogue['database.unavailable'].message];
    }
  }
}
