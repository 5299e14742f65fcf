import type { Clock } from '#shared';
import type { KyselyDatabase } from './kysely-database.ts';
import type { SchemaMigration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

export type Port<T> = abstract new (...parameters: never[]) => T;

/**
 * Settings that stores need besides the database. Capabilities add settings of their own by
 * declaration merging.
 */
export interface StoreSettings {
  readonly clock: Clock;
  /** ERRATA_SECRET. Absent when no encrypted value is read or written. */
  readonly secret?: string | undefined;
}

interface StoreOf<T> {
  readonly port: Port<T>;
  readonly open: (database: KyselyDatabase, settings: StoreSettings) => T;
}

export interface Capability {
  readonly tables: readonly (keyof Schema)[];
  /**
   * Names begin with a number. All capabilities of a set number their migrations in one sequence.
   */
  readonly migrations: readonly SchemaMigration[];
  readonly stores: Readonly<Record<string, StoreOf<unknown>>>;
}

export function storeOf<T>(Store: new (database: KyselyDatabase) => T): StoreOf<T> {
  return { port: Store, open: (database) => new Store(database) };
}
