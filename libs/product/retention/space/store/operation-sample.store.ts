import { type RawBuilder, sql } from 'kysely';
import type { FolderRoom, KyselyDatabase } from '#persistence/stores';
import { HOUR_MS, inTransaction, toBucketStart } from '#persistence/stores';
import { operationLimits } from '#shared';

/** The queue of a relay and the disk of its `DATA_DIR`, at a moment. */
interface RelaySample extends FolderRoom {
  readonly atMs: number;
  /** Name of the relay's spool. */
  readonly relay: string;
  readonly waiting: number;
  readonly oldestMs: number;
}

/** An hour of a relay, with its longest queue and its last sizes. */
export interface OperationSample extends Omit<RelaySample, 'atMs' | 'allBytes' | 'freeBytes'> {
  readonly startsAtMs: number;
  readonly databaseBytes: number;
  /** Null where the system does not report the size of the disk. */
  readonly allBytes: number | null;
  readonly freeBytes: number | null;
}

/** Keeps a sample of each relay and hour for `operationLimits.samplesKeptMs`. */
export class OperationSampleStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** True when the database is a file in `DATA_DIR`, and so part of `ownBytes`. */
  get isDatabaseInFolder(): boolean {
    return this.#database.kind === 'sqlite';
  }

  /** Adds to the sample of the hour, and removes old ones. */
  async add({ atMs, relay, waiting, oldestMs, ...room }: RelaySample): Promise<void> {
    const { dialect, kysely, own } = this.#database;
    const sizes = {
      database_bytes: (await dialect.space.measure(kysely, own.tables)).bytes,
      own_bytes: room.ownBytes,
      log_bytes: room.logBytes,
      spool_bytes: room.spoolBytes,
      disk_bytes: room.allBytes ?? null,
      free_bytes: room.freeBytes ?? null,
    };
    const hour = { starts_at: toBucketStart(atMs, HOUR_MS), relay };
    await inTransaction(this.#database, async (transaction) => {
      await transaction
        .insertInto('operation_samples')
        .values({ ...hour, waiting, oldest_ms: oldestMs, ...sizes })
        .onConflict((conflict) =>
          conflict
            .columns(['starts_at', 'relay'])
            .doUpdateSet({ ...sizes, waiting: higher('waiting'), oldest_ms: higher('oldest_ms') }),
        )
        .execute();
      await transaction
        .deleteFrom('operation_samples')
        .where('starts_at', '<', atMs - operationLimits.samplesKeptMs)
        .execute();
    });
  }

  /** Returns the samples from the hour of `fromMs` on, oldest first. */
  list(fromMs: number): Promise<OperationSample[]> {
    return this.#database.kysely
      .selectFrom('operation_samples')
      .select(['starts_at as startsAtMs', 'relay', 'waiting', 'oldest_ms as oldestMs'])
      .select(['database_bytes as databaseBytes', 'own_bytes as ownBytes', 'log_bytes as logBytes'])
      .select(['spool_bytes as spoolBytes', 'disk_bytes as allBytes', 'free_bytes as freeBytes'])
      .where('starts_at', '>=', toBucketStart(fromMs, HOUR_MS))
      .orderBy('starts_at')
      .orderBy('relay')
      .execute();
  }
}

function higher(name: 'waiting' | 'oldest_ms'): RawBuilder<number> {
  const [old, added] = [sql.ref(`operation_samples.${name}`), sql.ref(`excluded.${name}`)];
  return sql<number>`case when ${added} > ${old} then ${added} else ${old} end`;
}
