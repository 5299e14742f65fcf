import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import { ErrataError } from '#shared';
import type { MigrationSet } from '../database.ts';
import type { DatabaseDialect } from '../dialect/dialect.ts';
import type { Schema } from '../schema.ts';
import type { GiveSecret, SchemaMigration } from './migration.ts';

export type MigrationSets = Readonly<Record<MigrationSet, readonly SchemaMigration[]>>;

/**
 * Runs what is pending of `sets`, in their order, and resolves with `set/name` of each step that
 * ran. Rejects with `database.newer` before anything ran when the database knows a step that this
 * code does not, and with `database.unavailable`.
 */
export async function runMigrations(
  dialect: DatabaseDialect,
  sets: readonly MigrationSet[],
  { steps, secret }: { steps: MigrationSets; secret: GiveSecret },
): Promise<string[]> {
  const db = dialect.connect('migrate');
  try {
    return await dialect.holdMigrationLock(async () => {
      for (const set of sets) await requireKnown(db, set, steps[set]);
      const ran: string[] = [];
      for (const set of sets)
        ran.push(...(await runSet({ db, dialect, set, steps: steps[set], secret })));
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
  steps: MigrationSets,
): Promise<void> {
  for (const set of sets) await requireKnown(db, set, steps[set]);
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

/** Resolves with `set/name` of each step that ran. */
export async function runSet({
  db,
  dialect,
  set,
  steps,
  secret,
  isWithinTransaction = false,
}: {
  db: Kysely<Schema>;
  dialect: DatabaseDialect;
  set: MigrationSet;
  steps: readonly SchemaMigration[];
  secret: GiveSecret;
  isWithinTransaction?: boolean;
}): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => toKyselyMigrations(steps, dialect, secret) },
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
  secret: GiveSecret,
): Record<string, Migration> {
  return Object.fromEntries(
    migrations.map((migration) => [
      migration.name,
      { up: (db: Kysely<unknown>) => migration.up(db, dialect.columns, secret) },
    ]),
  );
}
