import type { CreateTableBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { DatabaseSpace } from './database-space.ts';

/**
 * Column types that the databases spell differently. For all other columns, migrations use `text`,
 * `integer` or `bigint`. Values that may exceed 2^31, such as times in epoch milliseconds, need
 * `bigint`.
 */
export interface PortableColumns {
  /**
   * Adds a primary key that the database counts up. An id is never reused, even when other rows
   * have explicit ids.
   */
  addId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  /**
   * Adds a cheaper primary key, for ids that are used only within the database. The last id may be
   * reused after its row is deleted.
   */
  addRowId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  readonly blob: 'blob' | 'bytea';
  /**
   * Stores rows in the index of their primary key. Use this for narrow tables that are read only by
   * that key.
   */
  storeInPrimaryKey<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>;
  /** Keeps the database from compressing a blob column itself. */
  storeAsIs(db: Kysely<unknown>, column: { table: string; column: string }): Promise<void>;
  /**
   * Creates `table`, a full-text index for the rows of the table `of`. `statements/word-index.ts`
   * writes and reads the index.
   */
  makeWordIndex(db: Kysely<unknown>, index: { table: string; of: string }): Promise<void>;
}

/**
 * Statements of `migrate` have no timeout. `read` is for long statements: on SQLite they run on a
 * separate thread, without transactions.
 */
export type ConnectionPurpose = 'serve' | 'migrate' | 'read';

export interface DatabaseDialect {
  readonly kind: DatabaseKind;
  readonly columns: PortableColumns;
  /**
   * True when several transactions can write at the same time. Transactions must then lock the rows
   * that they change.
   */
  readonly hasConcurrentWriters: boolean;
  /** The database's own time in epoch milliseconds. */
  readonly nowMs: RawBuilder<number>;
  readonly space: DatabaseSpace;

  /** Returns a Kysely instance that connects with its first statement. The caller destroys it. */
  connect(purpose: ConnectionPurpose): Kysely<Schema>;

  /**
   * Runs `work` while no other process migrates this database. The operating system or the server
   * frees the lock when its holder dies. Rejects with `database.unavailable`.
   */
  holdMigrationLock<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Runs `work` while no other process makes a backup or deletes rows of `processed_reports`. The
   * lock is freed like the migration lock. Rejects with `database.unavailable`.
   */
  holdBackupLock<T>(work: () => Promise<T>): Promise<T>;

  isBackupLockHeld(transaction: Transaction<Schema>): Promise<boolean>;

  ping(db: Kysely<Schema>): Promise<void>;

  /** Keeps other processes from creating projects until the transaction ends. */
  lockProjects(transaction: Transaction<Schema>): Promise<void>;

  /**
   * Keeps other processes from creating the first owner, or taking ownership from anybody, until
   * the transaction ends.
   */
  lockOwners(transaction: Transaction<Schema>): Promise<void>;

  /** Makes the ids of new projects greater than all ids that were given explicitly. */
  continueProjectIds(transaction: Transaction<Schema>): Promise<void>;

  /**
   * Returns true when the same transaction may succeed on another attempt, for example after a
   * deadlock.
   */
  isWorthRepeating(error: unknown): boolean;
}
