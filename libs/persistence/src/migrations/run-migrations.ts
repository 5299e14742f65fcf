import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import { ErrataError } from '#shared';
import type { MigrationSet } from '../database.ts';
import type { DatabaseDialect } from '../dialect/dialect.ts';
import type { Schema } from '../schema.ts';
import type { SchemaMigration } from './migration.ts';

export type MigrationSets = Readonly<Record<MigrationSet, readonly SchemaMigration[]>>;

/**
 * Runs the pending steps of `sets`, in their order, and resolves with `set/name` of each. When this
 * version does not know the schema, rejects with the fault of `findUnknownStep` before any step
 * runs. Also rejects with `database.no_room` and `database.unavailable`.
 */
export async function runMigrations(
  dialect: DatabaseDialect,
  sets: readonly MigrationSet[],
  steps: MigrationSets,
): Promise<string[]> {
  const db = dialect.connect('migrate');
  try {
    return await dialect.holdMigrationLock(async () => {
      if (await hasPending(db, sets, steps)) await dialect.requireRoomToMigrate();
      const ran: string[] = [];
      for (const set of sets) ran.push(...(await runSet({ db, dialect, set, steps: steps[set] })));
      return ran;
    });
  } finally {
    await db.destroy();
  }
}

async function hasPending(
  db: Kysely<Schema>,
  sets: readonly MigrationSet[],
  steps: MigrationSets,
): Promise<boolean> {
  let pending = 0;
  for (const set of sets) pending += steps[set].length - (await requireKnown(db, set, steps[set]));
  return pending > 0;
}

export async function requireKnownMigrations(
  db: Kysely<Schema>,
  sets: readonly MigrationSet[],
  steps: MigrationSets,
): Promise<void> {
  for (const set of sets) await requireKnown(db, set, steps[set]);
}

function tableOf(set: MigrationSet): string {
  return `migrations_${set}`;
}

/** Resolves with the number of steps that the database has run. */
async function requireKnown(
  db: Kysely<Schema>,
  set: MigrationSet,
  steps: readonly SchemaMigration[],
): Promise<number> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === tableOf(set))) return 0;
  const executed = await sql<{ name: string }>`select name from ${sql.table(tableOf(set))}`.execute(
    db,
  );
  const names = executed.rows.map(({ name }) => name);
  const fault = findUnknownStep({ set, names, steps });
  if (fault) throw fault;
  return names.length;
}

/**
 * Returns the fault when this version cannot use a database. `names` are the steps of the set that
 * the database has run. `database.newer` means that this code does not know one of these steps.
 * `database.unreleased` means that the schema did not begin with the first step.
 */
export function findUnknownStep({
  set,
  names,
  steps,
}: {
  set: MigrationSet;
  names: readonly string[];
  steps: readonly SchemaMigration[];
}): ErrataError | undefined {
  const known = new Set(steps.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return undefined;
  if (!names.includes(steps[0]?.name ?? unknown)) return new ErrataError('database.unreleased');
  return new ErrataError('database.newer', {
    detail: `It has the migration ${set}/${unknown}, which this version does not know.`,
  });
}

export async function runSet({
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
