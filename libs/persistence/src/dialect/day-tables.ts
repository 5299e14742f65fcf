import type { Kysely, Transaction } from 'kysely';
import type { PortableColumns } from './portable-columns.ts';
import type { Schema } from '../schema.ts';

export interface DayTablesDefinition {
  /** Folder of the files on SQLite. */
  readonly folder: string;
  /** Begins the name of every table, and of nothing else in the database. */
  readonly prefix: string;
  readonly tables: readonly DayTable[];
}

/** A table of each day. The first write makes it, also in a day of a version without this table. */
export interface DayTable {
  readonly name: keyof Schema;
  /** Makes the table, and the tables and indexes that belong to it. */
  readonly create: (db: Transaction<Schema>, columns: PortableColumns) => Promise<void>;
}

/**
 * Tables that each UTC day has for itself, so that a day is deleted at once: a file on SQLite,
 * tables named after the day on PostgreSQL. Statements name the tables without the day. A
 * transaction of a day and one of the database are two transactions. Days are written as
 * `2026-01-31`. All methods reject with `database.unavailable`.
 */
export interface DayTables {
  /** Returns the days that have tables, newest first. */
  list(): Promise<readonly string[]>;
  /** Runs `work` in a transaction. Makes the tables of the day when they are missing. */
  write<T>(day: string, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Resolves with undefined when the day has no tables, or lacks `table`. */
  read<T>(
    day: string,
    work: (db: Kysely<Schema>) => Promise<T>,
    table?: keyof Schema,
  ): Promise<T | undefined>;
  /** Deletes the day, and what was set aside of it. */
  drop(day: string): Promise<void>;
  /** Returns the names of the files that were found damaged and set aside in the folder. */
  listDamaged(): Promise<readonly string[]>;
  /**
   * Gives some of the space of deleted rows back to the disk. Returns false when none is left. On
   * PostgreSQL, gives back all of it, and no one reads or writes the day meanwhile.
   */
  giveBack(day: string): Promise<boolean>;
  close(): Promise<void>;
}

export const DAY = /^\d{4}-\d{2}-\d{2}$/;
