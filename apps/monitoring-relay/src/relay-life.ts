import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { isDatabaseAway } from '#shared';
import { DatabaseLink } from './database/database-link.ts';
import { Forwarding } from './forwarding/forwarding.ts';
import { IntakeTally } from './intake/intake-tally.ts';
import { JobLease } from './jobs/job-lease.ts';
import { JobMetrics } from './metrics/job-metrics.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { KeyMirror } from './keys/key-mirror.ts';
import { listRelayJobs } from './relay-jobs.ts';
import type { RelayParts } from './relay-parts.ts';
import type { SpoolConsumer } from './spool/ports/spool-consumer.ts';
import { SpoolUpkeep } from './spool/ports/spool-upkeep.ts';

/** Long enough to tell a database that cannot be used before anything is taken. */
const PATIENCE_MS = 1000;
/** How long requests under way may take to end once the relay stops. */
const GRACE_MS = 3000;
const IDLE_CHECK_MS = 20;

export interface RelayLifeOptions {
  readonly app: NestExpressApplication;
  readonly parts: RelayParts;
}

/** The order in which the relay's parts begin and end. */
export class RelayLife {
  private readonly logger = new Logger(RelayLife.name);
  private readonly link: DatabaseLink | undefined;
  private readonly consumer: SpoolConsumer | undefined;
  private readonly jobs: JobRunner;
  private ending: Promise<void> | undefined;

  constructor(private readonly options: RelayLifeOptions) {
    const { app, parts } = options;
    const { clock, config, database, pause, product, stores } = parts;
    const { projects: seeds } = config;
    this.link =
      database &&
      stores &&
      new DatabaseLink({
        database,
        projects: stores.projects,
        storage: stores.storage,
        seeds,
        config,
        pause,
      });
    this.consumer = product.consumer && app.get(product.consumer);
    this.jobs = new JobRunner({
      clock,
      pause,
      lease: stores && new JobLease(stores.jobLeases, pause),
      onRun: (run) => app.get(JobMetrics).note(run),
    });
  }

  /**
   * Resolves when reports can be taken: with the database ready, or, where another process migrates it
   * or it is a server that is away, with the keys the spool remembers. Rejects, with everything closed,
   * when neither can be.
   */
  async begin(): Promise<void> {
    try {
      await this.options.app.get(KeyMirror).restore();
      // It needs no database.
      this.options.app.get(Forwarding).start();
      this.startJobs({ needDatabase: false });
      const prepared = this.link?.prepare();
      if (prepared && !(await this.isSoon(prepared))) return this.goOnInBackground(prepared);
    } catch (error) {
      if (!this.isWorthWaiting(error)) {
        await this.end();
        throw error;
      }
      return this.link?.keepTrying(() => this.beginConsuming());
    }
    await this.beginConsuming();
  }

  /** Stops taking, then consuming, then lets go: each step needs what the next one closes. */
  end(): Promise<void> {
    this.ending ??= this.endInOrder();
    return this.ending;
  }

  /** Rejects when `prepared` does. Without a key nothing could be taken meanwhile: then it is waited for. */
  private async isSoon(prepared: Promise<void>): Promise<boolean> {
    const isDone = prepared.then(() => true);
    if (this.options.app.get(KeyMirror).isEmpty) return isDone;
    const waiting = new AbortController();
    const isOver = this.options.parts.pause.wait(PATIENCE_MS, waiting.signal).then(() => false);
    try {
      return await Promise.race([isDone, isOver]);
    } finally {
      waiting.abort();
    }
  }

  private goOnInBackground(prepared: Promise<void>): void {
    this.logger.warn('The database is not ready yet; reports wait in the spool.');
    prepared
      .then(() => this.beginConsuming())
      .catch((error: unknown) => {
        if (this.ending) return;
        if (isDatabaseAway(error)) return this.link?.keepTrying(() => this.beginConsuming());
        // As at the start it cannot go on with such a database; what it took is in the spool.
        setImmediate(() => {
          throw error;
        });
      });
  }

  private async beginConsuming(): Promise<void> {
    const { app } = this.options;
    if (this.ending) return;
    const keys = app.get(KeyMirror);
    await keys.refresh();
    if (this.ending) return;
    app.get(Forwarding).warnOfUnknown((slug) => keys.hasProject(slug));
    this.consumer?.start();
    this.startJobs({ needDatabase: true });
  }

  private async endInOrder(): Promise<void> {
    const { app, parts } = this.options;
    // First, because its reports may go through this relay's own door.
    await parts.monitoring.close();
    await closeDoor(app);
    await this.link?.stop();
    await Promise.all([this.jobs.stop(), this.consumer?.stop(), app.get(Forwarding).stop()]);
    await app.get(IntakeTally).writeLast();
    await app.get(SpoolUpkeep).close();
    await parts.database?.close();
  }

  private startJobs({ needDatabase }: { needDatabase: boolean }): void {
    const { app, parts } = this.options;
    const jobs = listRelayJobs(app, parts);
    this.jobs.start(jobs.filter((job) => (job.needsDatabase ?? false) === needDatabase));
  }

  private isWorthWaiting(error: unknown): boolean {
    return this.options.parts.database?.kind === 'postgres' && isDatabaseAway(error);
  }
}

/** Ends with the last request under way: connections that are kept alive are closed as they fall idle. */
async function closeDoor(app: NestExpressApplication): Promise<void> {
  const server = app.getHttpServer();
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const hurry = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(hurry);
  }
}
