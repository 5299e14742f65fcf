import type { Kysely } from 'kysely';
import type { DatabaseDialect } from './dialect/dialect.ts';
import { findUnknownStep, runSet } from './migrations/run-migrations.ts';
import type { MigrationSets } from './migrations/run-migrations.ts';
import type { Schema } from './schema.ts';

const SETS = ['platform', 'product'] as const;

/**
 * Throws the fault of `findUnknownStep` when this version cannot use a database that has run these
 * migrations. They are given as `set/name`.
 */
export function requireReleased(migrations: readonly string[], released: MigrationSets): void {
  for (const set of SETS) {
    const ofSet = migrations.filter((migration) => migration.startsWith(`${set}/`));
    const names = ofSet.map((migration) => migration.slice(set.length + 1));
    const fault = findUnknownStep({ set, names, steps: released[set] });
    if (fault) throw fault;
  }
}

/**
 * Runs exactly these migrations, given as `set/name`, in an empty database. `db` must be in a
 * transaction.
 */
export async function makeSchema(
  db: Kysely<Schema>,
  dialect: DatabaseDialect,
  migrations: readonly string[],
  released: MigrationSets,
): Promise<void> {
  const asked = new Set(migrations);
  for (const set of SETS) {
    const steps = released[set].filter(({ name }) => asked.has(`${set}/${name}`));
    if (steps.length === 0) continue;
    await runSet({ db, dialect, set, steps, isWithinTransaction: true });
  }
}
