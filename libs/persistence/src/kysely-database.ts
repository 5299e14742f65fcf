import type { Kysely } from 'kysely';
import type { Database, DatabaseKind, MigrationSet } from './database.ts';
import type { DayTables, DayTablesDefinition } from './dialect/day-tables.ts';
import type { ConnectionPurpose, DatabaseDialect } from './dialect/dialect.ts';
import { requireKnownMigrations, runMigrations } from './migrations/run-migrations.ts';
import type { OwnSchema } from './own-schema.ts';
import type { Schema } from './schema.ts';
import { NoTurns, type WriteTurns } from './write-turns.ts';

/** Gives stores access to Kysely. Apps use only `Database`. */
export class KyselyDatabase implements Database {
  readonly kind: DatabaseKind;
  readonly dialect: DatabaseDialect;
  readonly kysely: Kysely<Schema>;

  #reading: KyselyDatabase | undefined;
  private readonly days = new Map<DayTablesDefinition, DayTables>();

  constructor(
    dialect: DatabaseDialect,
    readonly own: OwnSchema,
    readonly secret: () => string,
    readonly turns: WriteTurns = new NoTurns(),
    purpose: ConnectionPurpose = 'serve',
  ) {
    this.kind = dialect.kind;
    this.dialect = dialect;
    this.kysely = dialect.connect(purpose);
  }

  get reading(): Database {
    // PostgreSQL runs long reads on other connections of the same pool.
    if (this.kind === 'postgres') return this;
    const { dialect, own, secret, turns } = this;
    this.#reading ??= new KyselyDatabase(dialect, own, secret, turns, 'read');
    return this.#reading;
  }

  /** Returns the same tables for the same definition. `close` closes them as well. */
  openDays(definition: DayTablesDefinition): DayTables {
    const days = this.days.get(definition) ?? this.dialect.openDays(this.kysely, definition);
    this.days.set(definition, days);
    return days;
  }

  migrate(sets: readonly MigrationSet[]): Promise<string[]> {
    return runMigrations(this.dialect, sets, this.own.migrations);
  }

  requireKnown(sets: readonly MigrationSet[]): Promise<void> {
    return requireKnownMigrations(this.kysely, sets, this.own.migrations);
  }

  ping(): Promise<void> {
    return this.dialect.ping(this.kysely);
  }

  async close(): Promise<void> {
    await Promise.all([...this.days.values()].map((days) => days.close()));
    await Promise.all([this.kysely.destroy(), this.#reading?.close()]);
  }
}
