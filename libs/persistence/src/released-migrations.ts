import type { Kysely } from 'kysely';
import { capabilities } from './capabilities.ts';
import type { Capability } from './capability.ts';
import type { SchemaMigration } from './migrations/migration.ts';
import type { DatabaseDialect } from './dialect/dialect.ts';
import { findUnknownStep, runSet } from './migrations/run-migrations.ts';
import type { MigrationSets } from './migrations/run-migrations.ts';
import type { Schema } from './schema.ts';

const SETS = ['platform', 'product'] as const;

/** The migrations of all capabilities, in the order of their numbers. */
export const releasedMigrations: MigrationSets = {
  platform: listMigrations(capabilities.platform),
  product: listMigrations(capabilities.product),
};

function listMigrations(ofSet: readonly Capability[]): SchemaMigration[] {
  return ofSet
    .flatMap(({ migrations }) => migrations)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Throws what `findUnknownStep` finds of a database that has run these, `set/name`. */
export function requireReleased(migrations: readonly string[]): void {
  for (const set of SETS) {
    const ofSet = migrations.filter((migration) => migration.startsWith(`${set}/`));
    const names = ofSet.map((migration) => migration.slice(set.length + 1));
    const fault = findUnknownStep({ set, names, steps: releasedMigrations[set] });
    if (fault) throw fault;
  }
}

/**
 * Makes what these steps, `set/name`, make of an empty database, and nothing later, in the transaction that `db` is in
 * already.
 */
export async function makeSchema(
  db: Kysely<Schema>,
  dialect: DatabaseDialect,
  migrations: readonly string[],
): Promise<void> {
  const asked = new Set(migrations);
  for (const set of SETS) {
    const steps = releasedMigrations[set].filter(({ name }) => asked.has(`${set}/${name}`));
    if (steps.length === 0) continue;
    await runSet({ db, dialect, set, steps, isWithinTransaction: true });
  }
}
