import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { DayTables, DayTablesDefinition } from './day-tables.ts';
import type { Schema } from '../schema.ts';
import type { DatabaseSpace } from './database-space.ts';
import type { PortableColumns } from './portable-columns.ts';

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

  /** Opens tables by day beside `db`, the connection that serves. */
  openDays(db: Kysely<Schema>, definition: DayTablesDefinition): DayTables;

  /**
   * Runs `work` while no other process migrates this database. The operating system or the server
   * frees the lock when its holder dies. Rejects with `database.unavailable`.
   */
  holdMigrationLock<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Rejects with `database.no_room` when migrations could fill the disk. Resolves when the disk is
   * that of a database server, which this process cannot see.
   */
  requireRoomToMigrate(): Promise<void>;

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
