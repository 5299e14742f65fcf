import type { Kysely } from 'kysely';
import type { Database, DatabaseKind, MigrationSet } from './database.ts';
import type { ConnectionPurpose, DatabaseDialect } from './dialect/dialect.ts';
import { requireKnownMigrations, runMigrations } from './migrations/run-migrations.ts';
import type { MigrationSets } from './migrations/run-migrations.ts';
import type { Schema } from './schema.ts';
import { OwnTurns, type WriteTurns } from './write-turns.ts';

/** What stands behind a `Database`: stores reach Kysely through it, apps never see it. */
export class KyselyDatabase implements Database {
  readonly kind: DatabaseKind;
  readonly dialect: DatabaseDialect;
  readonly kysely: Kysely<Schema>;

  readonly #migrations: MigrationSets;
  #reading: KyselyDatabase | undefined;

  constructor(
    dialect: DatabaseDialect,
    migrations: MigrationSets,
    /** ERRATA_SECRET, when it is asked for. */
    readonly secret: () => string,
    /** Of transactions that write. */
    readonly turns: WriteTurns = new OwnTurns(),
    purpose: ConnectionPurpose = 'serve',
  ) {
    this.#migrations = migrations;
    this.kind = dialect.kind;
    this.dialect = dialect;
    this.kysely = dialect.connect(purpose);
  }

  get reading(): Database {
    // A server has connections for everybody.
    if (this.kind === 'postgres') return this;
    const { dialect, secret, turns } = this;
    this.#reading ??= new KyselyDatabase(dialect, this.#migrations, secret, turns, 'read');
    return this.#reading;
  }

  migrate(sets: readonly MigrationSet[]): Promise<string[]> {
    return runMigrations(this.dialect, sets, this.#migrations);
  }

  requireKnown(sets: readonly MigrationSet[]): Promise<void> {
    return requireKnownMigrations(this.kysely, sets, this.#migrations);
  }

  ping(): Promise<void> {
    return this.dialect.ping(this.kysely);
  }

  async close(): Promise<void> {
    await Promise.all([this.kysely.destroy(), this.#reading?.close()]);
  }
}
