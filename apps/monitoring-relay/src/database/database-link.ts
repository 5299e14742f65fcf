import { type Database, measureDisk } from '#persistence';
import { boundLimits, ErrataError, formatBytes } from '#shared';
import type { ProjectSeed } from '#shared';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { RelayConfig } from '../config/relay-config.ts';

export interface DatabaseLinkOptions {
  readonly database: Pick<Database, 'kind' | 'migrate'>;
  readonly projects: { ensure(seeds: readonly ProjectSeed[]): Promise<void> };
  readonly seeds: readonly ProjectSeed[];
  readonly storage: {
    settle(
      setBytes: number | undefined,
      measure: () => Promise<number | undefined>,
      mostBytes?: number,
    ): Promise<number | undefined>;
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
    const { database, projects, seeds } = this.options;
    await database.migrate(['platform', 'product']);
    try {
      await projects.ensure(seeds);
    } catch (error) {
      if (error instanceof ErrataError) throw error;
      throw new RangeError(`ERRATA_PROJECTS: ${(error as Error).message}`, { cause: error });
    }
    await this.settleBudget();
  }

  /**
   * The default is half of what is free on the disk of the data folder. For PostgreSQL on another
   * machine this is a guess, and the size of the disk here limits nothing.
   */
  private async settleBudget(): Promise<void> {
    const { database, storage, config } = this.options;
    const { storageBudgetBytes: setBytes, dataDir } = config;
    const { budgetShareOfDisk } = boundLimits;
    const disk = await measureDisk(dataDir);
    const measure = async () => disk && Math.floor(disk.freeBytes * budgetShareOfDisk);
    const own = database.kind === 'sqlite' ? disk : undefined;
    const mostBytes = own && Math.floor(own.allBytes * budgetShareOfDisk);
    const lowered = await storage.settle(setBytes, measure, mostBytes);
    if (lowered === undefined) return;
    this.logger.warn(
      `The storage budget was ${formatBytes(lowered)}. It is half of the disk of DATA_DIR from now on, because that disk is smaller. STORAGE_BUDGET_BYTES sets another.`,
    );
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
