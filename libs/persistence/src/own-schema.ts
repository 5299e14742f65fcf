import type { MigrationSets } from './migrations/run-migrations.ts';

export interface OwnSchema {
  readonly migrations: MigrationSets;
  /** Includes the tables that record which migrations have run. */
  readonly tables: ReadonlySet<string>;
}
