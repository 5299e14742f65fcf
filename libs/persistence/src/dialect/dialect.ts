import type { CreateTableBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { DatabaseSpace } from './database-space.ts';

/**
 * Column types that the databases spell differently. Migrations otherwise use `text`, `integer`,
 * and `bigint` for values that may pass 2^31, such as times in epoch milliseconds.
 */
export interface PortableColumns {
  /**
   * Adds a primary key that the database counts up. An id is never used again, even when other rows
   * have explicit ids.
   */
  addId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  /**
   * Adds a cheaper primary key, for ids that are used only within the database. The last id may be
   * used again after a delete.
   */
  addRowId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  readonly blob: 'blob' | 'bytea';
  /**
   * Keeps rows in the index of their primary key. Use it for narrow tables that are read only by
   * that key.
   */
  storeInPrimaryKey<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>;
  /** Keeps the database from compressing a blob column itself. */
  storeAsIs(db: Kysely<unknown>, column: { table: string; column: string }): Promise<void>;
  /**
   * Creates `table`, an index of words by the row ids of the table `of`. `statements/word-index.ts`
   * writes and reads it.
   */
  makeWordIndex(db: Kysely<unknown>, index: { table: string; of: string }): Promise<void>;
}

/**
 * `migrate` has no limit on the time of a statement. `read` is for long statements: on SQLite they
 * run on a thread of their own, without transactions.
 */
export type ConnectionPurpose = 'serve' | 'migrate' | 'read';

/** Everything that differs between the databases and that Kysely's compilers do not cover. */
export interface DatabaseDialect {
  readonly kind: DatabaseKind;
  readonly columns: PortableColumns;
  /** True when writing transactions run at the same time, so that rows must be locked. */
  readonly hasConcurrentWriters: boolean;
  /** The database's own time in epoch milliseconds. */
  readonly nowMs: RawBuilder<number>;
  readonly space: DatabaseSpace;

  /** Creates new connections, which the first statement opens. The caller destroys them. */
  connect(purpose: ConnectionPurpose): Kysely<Schema>;

  /**
   * Runs `work` while no other process migrates this database. The operating system or the server
   * frees the lock when its holder dies. Rejects with `database.unavailable`.
   */
  holdMigrationLock<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Runs `work` while no other process makes a backup and none forgets reports. Freed like the
   * migration lock. Rejects with `database.unavailable`.
   */
  holdBackupLock<T>(work: () => Promise<T>): Promise<T>;

  isBackupLockHeld(transaction: Transaction<Schema>): Promise<boolean>;

  /** Rejects with `database.unavailable` when the database does not answer. */
  ping(db: Kysely<Schema>): Promise<void>;

  /** Keeps other processes from creating projects until the transaction ends. */
  lockProjects(transaction: Transaction<Schema>): Promise<void>;

  /**
   * Keeps other processes from creating the first owner, or taking ownership from anybody, until
   * the transaction ends.
   */
  lockOwners(transaction: Transaction<Schema>): Promise<void>;

  /** Makes new project ids continue above all ids that were given explicitly. */
  continueProjectIds(transaction: Transaction<Schema>): Promise<void>;

  /** Returns true when the same transaction may succeed on another attempt, as after a deadlock. */
  isWorthRepeating(error: unknown): boolean;
}
