import type { Database } from '#persistence';
import { ErrataError } from '#shared';
import type { ProjectSeed } from '#shared';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { RelayConfig } from '../config/relay-config.ts';
import { measureBudget } from './measure-budget.ts';

export interface DatabaseLinkOptions {
  readonly database: Pick<Database, 'migrate'>;
  readonly projects: { ensure(seeds: readonly ProjectSeed[]): Promise<void> };
  readonly seeds: readonly ProjectSeed[];
  readonly storage: {
    settle(setBytes: number | undefined, measure: () => Promise<number | undefined>): Promise<void>;
  };
  readonly config: Pick<RelayConfig, 'dataDir' | 'storageBudgetBytes'>;
  readonly pause: Pause;
}

export class DatabaseLink {
  private readonly logger = new Logger(DatabaseLink.name);
  private readonly stopping = new AbortController();
  private readonly backoff = new Backoff();
  private retrying: Promise<void> | undefined;

  constructor(private readonly options: DatabaseLinkOptions) {}

  /**
   * Makes one attempt: migrates the schema, creates the configured projects and stores the storage
   * budget. Rejects with `database.unavailable`, `database.newer`, or a RangeError that names the
   * conflicting setting.
   */
  async prepare(): Promise<void> {
    const { database, projects, seeds, storage, config } = this.options;
    await database.migrate(['platform', 'product']);
    try {
      await projects.ensure(seeds);
    } catch (error) {
      if (error instanceof ErrataError) throw error;
      throw new RangeError(`ERRATA_PROJECTS: ${(error as Error).message}`, { cause: error });
    }
    await storage.settle(config.storageBudgetBytes, () => measureBudget(config.dataDir));
  }

  keepTrying(onPrepared: () => Promise<void>): void {
    this.retrying ??= this.retry(onPrepared);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.retrying;
  }

  private async retry(onPrepared: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await this.options.pause.wait(this.backoff.nextMs(), signal);
      if (signal.aborted) return;
      try {
        await this.prepare();
        return await onPrepared();
      } catch (error) {
        this.logger.noteAway('The database is not ready; reports wait in the spool.', error);
      }
    }
  }
}
