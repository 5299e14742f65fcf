import type { Kysely } from 'kysely';
import { capabilities } from './capabilities.ts';
import type { Capability } from './capability.ts';
import type { SchemaMigration } from './migrations/migration.ts';
import type { DatabaseDialect } from './dialect/dialect.ts';
import { runSet } from './migrations/run-migrations.ts';
import type { MigrationSets } from './migrations/run-migrations.ts';
import type { Schema } from './schema.ts';

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

/** The first of these, `set/name`, that this version does not know. */
export function findUnknownMigration(migrations: readonly string[]): string | undefined {
  const known = new Set(
    Object.entries(releasedMigrations).flatMap(([set, steps]) =>
      steps.map(({ name }) => `${set}/${name}`),
    ),
  );
  return migrations.find((migration) => !known.has(migration));
}

/** An empty database has nothing to seal. */
const ofNothing = (): string => {
  throw new TypeError('Nothing is to be sealed here.');
};

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
  for (const set of ['platform', 'product'] as const) {
    const steps = releasedMigrations[set].filter(({ name }) => asked.has(`${set}/${name}`));
    if (steps.length === 0) continue;
    await runSet({ db, dialect, set, steps, secret: ofNothing, isWithinTransaction: true });
  }
}
