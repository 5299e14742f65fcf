import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ErrataError } from '#shared';
import { DatabaseLink } from './database/database-link.ts';
import { Forwarding } from './forwarding/forwarding.ts';
import { SpoolRoom } from './health/spool-room.ts';
import { StorageWatch } from './intake/admission/storage-watch.ts';
import { BodyReader } from './intake/body/body-reader.ts';
import { Refusals } from './intake/refusals.ts';
import { SWEEP_EVERY_MS } from './intake/body/stall-watch.ts';
import { KeyMirror } from './keys/key-mirror.ts';
import type { RelayParts } from './relay-parts.ts';
import type { SpoolConsumer } from './spool/spool-consumer.ts';
import { Spool } from './spool/spool.ts';
import { RepeatingTask } from './timing/repeating-task.ts';
import { Upkeep } from './upkeep/upkeep.ts';

/** With a query's own time this keeps a change of keys under the two seconds of DESIGN §5. */
const KEYS_EVERY_MS = 1000;
/** Long enough to tell a database that cannot be used before anything is taken. */
const PATIENCE_MS = 1000;
/** How much of the disk is free: what arrives within it is the most that goes over. */
const ROOM_EVERY_MS = 1000;
/** How much is stored: attachments that come within it, and what waits in the spool, may go over the budget. */
const STORAGE_EVERY_MS = 1000;
const UPKEEP_EVERY_MS = 10_000;
/** Whether the spool is still on the disk: how long reports are acknowledged that are not. */
const FILES_EVERY_MS = 1000;
/** How much later than what is recorded the rest is counted; and how often a spool is tried that did not take a refusal's count. */
const OUTCOMES_EVERY_MS = 1000;
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
  private readonly tasks: readonly RepeatingTask[];
  /** Also while the database is not ready. */
  private readonly doorTasks: readonly RepeatingTask[];
  private ending: Promise<void> | undefined;

  constructor(private readonly options: RelayLifeOptions) {
    const { app, parts } = options;
    const { config, database, pause, product, spoolFile, stores } = parts;
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
    const repeat = (everyMs: number, run: () => Promise<void>) =>
      new RepeatingTask({ run, everyMs, pause });
    this.consumer = product.consumer && app.get(product.consumer);
    this.doorTasks = [
      repeat(SWEEP_EVERY_MS, () => app.get(BodyReader).dropStalled()),
      repeat(OUTCOMES_EVERY_MS, () => app.get(Refusals).keepUp()),
      repeat(FILES_EVERY_MS, async () => spoolFile.watch.look()),
    ];
    this.tasks = [
      repeat(ROOM_EVERY_MS, () => app.get(SpoolRoom).measure()),
      repeat(STORAGE_EVERY_MS, () => app.get(StorageWatch).refresh()),
      repeat(KEYS_EVERY_MS, () => app.get(KeyMirror).refresh()),
      repeat(UPKEEP_EVERY_MS, () => app.get(Upkeep).run()),
    ];
  }

  /**
   * Resolves when reports can be taken: with the database ready, or, where another process migrates it
   * or it is a server that is away, with the keys the spool remembers. Rejects, with everything closed,
   * when neither can be.
   */
  async begin(): Promise<void> {
    for (const task of this.doorTasks) task.start();
    try {
      await this.options.app.get(KeyMirror).restore();
      // It needs no database.
      this.options.app.get(Forwarding).start();
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
        if (isUnavailable(error)) return this.link?.keepTrying(() => this.beginConsuming());
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
    for (const task of this.tasks) task.start();
  }

  private async endInOrder(): Promise<void> {
    const { app, parts } = this.options;
    // First, because its reports may go through this relay's own door.
    await parts.monitoring.close();
    await closeDoor(app);
    await Promise.all(this.doorTasks.map((task) => task.stop()));
    await app.get(Refusals).keepUp();
    await this.link?.stop();
    await Promise.all([this.consumer?.stop(), app.get(Forwarding).stop()]);
    await Promise.all(this.tasks.map((task) => task.stop()));
    await app.get(Spool).close();
    await parts.database?.close();
  }

  private isWorthWaiting(error: unknown): boolean {
    return this.options.parts.database?.kind === 'postgres' && isUnavailable(error);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ErrataError && error.code === 'database.unavailable';
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
