import type { Clock } from '#shared';
import type { KyselyDatabase } from './kysely-database.ts';
import type { SchemaMigration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/** The class of a store, which is its token of dependency injection. */
export type Port<T> = abstract new (...parameters: never[]) => T;

/** The settings of stores, besides the database. A capability declares here the ones that its own stores need. */
export interface StoreSettings {
  readonly clock: Clock;
  /** ERRATA_SECRET; absent for who asks for nothing that is encrypted. */
  readonly secret?: string | undefined;
}

interface StoreOf<T> {
  readonly port: Port<T>;
  readonly open: (database: KyselyDatabase, settings: StoreSettings) => T;
}

/** One part of what the database holds, with everything that is known of it. */
export interface Capability {
  /** All that its migrations make. Their types are declared in its `*.tables.ts`. */
  readonly tables: readonly (keyof Schema)[];
  /** Numbered over all capabilities of a set. */
  readonly migrations: readonly SchemaMigration[];
  /** By the name that each has among `Stores`. */
  readonly stores: Readonly<Record<string, StoreOf<unknown>>>;
}

/** A store that needs the database alone. */
export function storeOf<T>(Store: new (database: KyselyDatabase) => T): StoreOf<T> {
  return { port: Store, open: (database) => new Store(database) };
}
