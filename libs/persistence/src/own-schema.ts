import type { MigrationSets } from './migrations/run-migrations.ts';

/** What this version makes of a database. */
export interface OwnSchema {
  /** In the order of their numbers. */
  readonly migrations: MigrationSets;
  /** All tables that these make, with those in which it is noted which have run. */
  readonly tables: ReadonlySet<string>;
}
