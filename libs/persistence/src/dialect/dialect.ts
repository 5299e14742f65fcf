import type { CreateTableBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { DatabaseSpace } from './database-space.ts';

/**
 * Column types that the two databases spell differently. Everything else in a migration is written
 * once: `text`, `integer`, and `bigint` for whatever may pass 2^31 (times are epoch milliseconds).
 */
export interface PortableColumns {
  /** A primary key the database counts up and never gives twice, also when explicit ids are mixed in. */
  addId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  /** The same for rows nobody names outside: cheaper, the last id may return after a delete. */
  addRowId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  /** Bytes that are compressed already. */
  readonly blob: 'blob' | 'bytea';
  /** For narrow tables that are only read by their primary key: keeps the row in the key's index. */
  storeInPrimaryKey<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>;
  /** Spares the database its own attempt at compressing a blob column. */
  storeAsIs(db: Kysely<unknown>, column: { table: string; column: string }): Promise<void>;
  /** Makes `table`, an index of words by the ids of the rows of `of`: as `statements/word-index.ts` writes and reads it. */
  makeWordIndex(db: Kysely<unknown>, index: { table: string; of: string }): Promise<void>;
}

/**
 * `migrate` lifts the limits on how long one statement may take. `read` is for statements that take long: on SQLite they run
 * in a thread of their own, without transactions.
 */
export type ConnectionPurpose = 'serve' | 'migrate' | 'read';

/** Everything that differs between the databases beyond what Kysely's compilers already cover. */
export interface DatabaseDialect {
  readonly kind: DatabaseKind;
  readonly columns: PortableColumns;
  /** Whether transactions that write run at the same time, so that rows have to be locked. */
  readonly hasConcurrentWriters: boolean;
  /** The database's own time within a statement, in milliseconds since the Unix epoch. */
  readonly nowMs: RawBuilder<number>;
  readonly space: DatabaseSpace;

  /** A new set of connections, opened by the first statement. The caller destroys it. */
  connect(purpose: ConnectionPurpose): Kysely<Schema>;

  /**
   * Runs `work` while no other process runs a migration of this database. The operating system or
   * the server frees the lock when its holder dies. Rejects with `database.unavailable`.
   */
  holdMigrationLock<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Runs `work` while no other process makes a backup of this database and none forgets reports. Freed like the lock of
   * migrations. Rejects with `database.unavailable`.
   */
  holdBackupLock<T>(work: () => Promise<T>): Promise<T>;

  /** Whether another process holds that lock. */
  isBackupLockHeld(transaction: Transaction<Schema>): Promise<boolean>;

  /** Rejects with `database.unavailable` when the database does not answer. */
  ping(db: Kysely<Schema>): Promise<void>;

  /** Until the transaction ends, no other process makes projects. */
  lockProjects(transaction: Transaction<Schema>): Promise<void>;

  /** Until the transaction ends, no other process makes the first owner or takes ownership from anybody. */
  lockOwners(transaction: Transaction<Schema>): Promise<void>;

  /** Makes counted project ids continue above every id that was given explicitly. */
  continueProjectIds(transaction: Transaction<Schema>): Promise<void>;

  /** Whether the same transaction may succeed when it is simply run again: a deadlock's victim. */
  isWorthRepeating(error: unknown): boolean;
}
