import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import { ErrataError } from '#shared';
import type { MigrationSet } from '../database.ts';
import type { DatabaseDialect } from '../dialect/dialect.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaMigration } from './migration.ts';
import { platformMigrations } from './platform/index.ts';
import { productMigrations } from './product/index.ts';

type MigrationSets = Readonly<Record<MigrationSet, readonly SchemaMigration[]>>;

const releasedSets: MigrationSets = {
  platform: platformMigrations,
  product: productMigrations,
};

/**
 * Runs what is pending of `sets`, in their order, and resolves with `set/name` of each step that
 * ran. Rejects with `database.newer` before anything ran when the database knows a step that this
 * code does not, and with `database.unavailable`.
 */
export async function runMigrations(
  dialect: DatabaseDialect,
  sets: readonly MigrationSet[],
  steps: MigrationSets = releasedSets,
): Promise<string[]> {
  const db = dialect.connect('migrate');
  try {
    return await dialect.holdMigrationLock(async () => {
      for (const set of sets) await requireKnown(db, set, steps[set]);
      const ran: string[] = [];
      for (const set of sets) ran.push(...(await runSet({ db, dialect, set, steps: steps[set] })));
      return ran;
    });
  } finally {
    await db.destroy();
  }
}

/** Rejects with `database.newer` like `runMigrations`; reads only, and takes no lock. */
export async function requireKnownMigrations(
  db: Kysely<Schema>,
  sets: readonly MigrationSet[],
): Promise<void> {
  for (const set of sets) await requireKnown(db, set, releasedSets[set]);
}

/** The first of these, `set/name`, that this version does not know. */
export function findUnknownMigration(migrations: readonly string[]): string | undefined {
  const known = new Set(
    Object.entries(releasedSets).flatMap(([set, steps]) =>
      steps.map(({ name }) => `${set}/${name}`),
    ),
  );
  return migrations.find((migration) => !known.has(migration));
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
  for (const set of ['platform', 'product'] as const) {
    const steps = releasedSets[set].filter(({ name }) => asked.has(`${set}/${name}`));
    if (steps.length > 0) await runSet({ db, dialect, set, steps, isWithinTransaction: true });
  }
}

function tableOf(set: MigrationSet): string {
  return `migrations_${set}`;
}

async function requireKnown(
  db: Kysely<Schema>,
  set: MigrationSet,
  steps: readonly SchemaMigration[],
): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === tableOf(set))) return;
  const executed = await sql<{ name: string }>`select name from ${sql.table(tableOf(set))}`.execute(
    db,
  );
  const known = new Set(steps.map(({ name }) => name));
  const unknown = executed.rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new ErrataError('database.newer', {
    detail: `It has the migration ${set}/${unknown[0]}, which this version does not know.`,
  });
}

async function runSet({
  db,
  dialect,
  set,
  steps,
  isWithinTransaction = false,
}: {
  db: Kysely<Schema>;
  dialect: DatabaseDialect;
  set: MigrationSet;
  steps: readonly SchemaMigration[];
  isWithinTransaction?: boolean;
}): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => toKyselyMigrations(steps, dialect) },
    migrationTableName: tableOf(set),
    migrationLockTableName: `${tableOf(set)}_lock`,
    disableTransactions: isWithinTransaction,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => `${set}/${migrationName}`);
}

function toKyselyMigrations(
  migrations: readonly SchemaMigration[],
  dialect: DatabaseDialect,
): Record<string, Migration> {
  return Object.fromEntries(
    migrations.map((migration) => [
      migration.name,
      { up: (db: Kysely<unknown>) => migration.up(db, dialect.columns) },
    ]),
  );
}
