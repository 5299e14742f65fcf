import type { Clock } from '#shared';
import type { KyselyDatabase } from './kysely-database.ts';
import type { SchemaMigration } from './migrations/migration.ts';
import type { NewProjectStep } from './product/projects/new-project-step.ts';
import type { RecordingBounds } from './product/recording/recording-bounds.ts';
import type { RecordingStep } from './product/steps/recording-step.ts';
import type { Schema } from './schema.ts';

/** The abstract class that callers ask for: the store's promises, and its token of dependency injection. */
export type Port<T> = abstract new (...parameters: never[]) => T;

/** What stores are made with, besides the database. */
export interface StoreSettings {
  readonly bounds: RecordingBounds;
  readonly clock: Clock;
  /** ERRATA_SECRET; absent for who asks for nothing that is encrypted. */
  readonly secret?: string | undefined;
  /** The steps of all capabilities. */
  readonly recording: readonly RecordingStep[];
  readonly newProject: readonly NewProjectStep[];
}

interface StoreOf<T> {
  readonly port: Port<T>;
  readonly open: (database: KyselyDatabase, settings: StoreSettings) => T;
}

/** One part of what the database holds, with everything that is known of it. All are listed in `capabilities.ts`. */
export interface Capability {
  /** All that its migrations make. Their types are declared in its `*.tables.ts`. */
  readonly tables: readonly (keyof Schema)[];
  /** Numbered over all capabilities of a set. */
  readonly migrations: readonly SchemaMigration[];
  /** By the name that each has among `Stores`. */
  readonly stores: Readonly<Record<string, StoreOf<unknown>>>;
  /** What it adds to the transaction that records reports. */
  readonly recording?: readonly RecordingStep[];
  /** What it adds to the transaction that makes a project. */
  readonly newProject?: readonly NewProjectStep[];
}

/** A store that needs the database alone. */
export function storeOf<T>(
  port: Port<T>,
  Adapter: new (database: KyselyDatabase) => T,
): StoreOf<T> {
  return { port, open: (database) => new Adapter(database) };
}
