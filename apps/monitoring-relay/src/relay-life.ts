import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { isDatabaseAway } from '#shared';
import { OpenRequests } from '#supervision';
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
import { SpoolRoom } from './spool/room/spool-room.ts';

/**
 * The start waits this long for the database: long enough to detect an unusable database before the
 * relay takes reports.
 */
const PATIENCE_MS = 1000;
const GRACE_MS = 3000;

export interface RelayLifeOptions {
  readonly app: NestExpressApplication;
  readonly parts: RelayParts;
}

export class RelayLife {
  private readonly logger = new Logger(RelayLife.name);
  private readonly link: DatabaseLink | undefined;
  private readonly consumer: SpoolConsumer | undefined;
  private readonly jobs: JobRunner;
  private readonly requests: OpenRequests;
  private ending: Promise<void> | undefined;

  constructor(private readonly options: RelayLifeOptions) {
    const { app, parts } = options;
    this.requests = new OpenRequests(app.getHttpServer());
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
   * Resolves when the relay can take reports. While another process migrates the database, or the
   * database server is unavailable, the relay starts with the keys that the spool has stored. When
   * the database is unusable, closes everything and rejects.
   */
  async begin(): Promise<void> {
    try {
      await this.options.app.get(SpoolRoom).measure();
      await this.options.app.get(KeyMirror).restore();
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

  /**
   * Stops intake, then the consumers of the spool, then closes the spool and the database. Each
   * step needs the parts that the next step closes.
   */
  end(): Promise<void> {
    this.ending ??= this.endInOrder();
    return this.ending;
  }

  /**
   * Returns whether `prepared` resolves within `PATIENCE_MS`; rejects when `prepared` does. A relay
   * without keys could not take reports, so it waits until `prepared` settles.
   */
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
        // The relay cannot continue with an unusable database. Thrown outside the promise, the
        // error ends the process. Accepted reports stay in the spool.
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
    // Monitoring closes first, because it may send its last errors to this relay's intake.
    await parts.monitoring.close();
    await this.requests.closeWhile(() => app.close(), GRACE_MS);
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
