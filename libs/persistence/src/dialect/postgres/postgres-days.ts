import {
  type Kysely,
  sql,
  type Transaction,
  type IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
} from 'kysely';
import { DAY, type DayTables, type DayTablesDefinition } from '../day-tables.ts';
import type { Schema } from '../../schema.ts';
import { isPostgresRetryable } from './postgres-faults.ts';
import { postgresColumns } from './postgres-columns.ts';

/** A day of many logs is rewritten for longer than other statements may take. */
const VACUUM_MS = 600_000;
/** Reading and recording wait behind a rewriting that waits. */
const VACUUM_WAITS_MS = 5000;

/** Keeps each day in tables named after it, as `log_blocks_2026_01_31`. */
export class PostgresDays implements DayTables {
  /** Days whose tables this process has seen. */
  readonly #made = new Set<string>();

  constructor(
    private readonly db: Kysely<Schema>,
    private readonly definition: DayTablesDefinition,
    private readonly connectUnhurried: () => Kysely<Schema>,
  ) {}

  async list(): Promise<readonly string[]> {
    const tables = await this.#listTables();
    const days = tables.map((name) => name.slice(-10).replaceAll('_', '-'));
    return [...new Set(days)]
      .filter((day) => DAY.test(day))
      .toSorted()
      .toReversed();
  }

  async write<T>(day: string, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    await this.#make(day);
    try {
      return await this.#of(day).transaction().execute(work);
    } catch (error) {
      if (!isOfMissingTable(error) && !isPostgresRetryable(error)) throw error;
      // Another process has dropped the day, or overtook this one.
      this.#made.delete(day);
      await this.#make(day);
      return this.#of(day).transaction().execute(work);
    }
  }

  async read<T>(
    day: string,
    work: (db: Kysely<Schema>) => Promise<T>,
    table = this.definition.tables[0]!.name,
  ): Promise<T | undefined> {
    if (!(await this.#listTables()).includes(table + toSuffix(day))) return undefined;
    return work(this.#of(day));
  }

  async drop(day: string): Promise<void> {
    this.#made.delete(day);
    const tables = await this.#listTables();
    const names = tables.filter((name) => name.endsWith(toSuffix(day)));
    if (names.length === 0) return;
    await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(
      this.db,
    );
  }

  async listDamaged(): Promise<readonly string[]> {
    return [];
  }

  async giveBack(day: string): Promise<boolean> {
    const names = (await this.#listTables()).filter((name) => name.endsWith(toSuffix(day)));
    const unhurried = this.connectUnhurried();
    try {
      await unhurried.connection().execute(async (db) => {
        await sql`set statement_timeout = ${sql.lit(VACUUM_MS)}`.execute(db);
        await sql`set lock_timeout = ${sql.lit(VACUUM_WAITS_MS)}`.execute(db);
        for (const name of names) await sql`vacuum full ${sql.table(name)}`.execute(db);
      });
    } finally {
      await unhurried.destroy();
    }
    return false;
  }

  async close(): Promise<void> {
    this.#made.clear();
  }

  #of(day: string): Kysely<Schema> {
    return this.db.withPlugin(nameByDay(this.definition.prefix, toSuffix(day)));
  }

  /** One process makes what a day lacks, under a lock that ends with its transaction. */
  async #make(day: string): Promise<void> {
    if (this.#made.has(day)) return;
    await this.#of(day)
      .transaction()
      .execute(async (transaction) => {
        const name = this.definition.prefix + day;
        await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction);
        const tables = await this.#listTables(transaction);
        for (const { name: table, create } of this.definition.tables) {
          if (!tables.includes(table + toSuffix(day))) await create(transaction, postgresColumns);
        }
      });
    this.#made.add(day);
  }

  async #listTables(db: Kysely<Schema> = this.db): Promise<readonly string[]> {
    const { prefix } = this.definition;
    const { rows } = await sql<{ readonly name: string }>`
      select c.relname as name
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and starts_with(c.relname, ${prefix})`.execute(db);
    return rows.map(({ name }) => name);
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01';

function isOfMissingTable(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { readonly code?: unknown } | undefined)?.code === UNDEFINED_TABLE;
}

function toSuffix(day: string): string {
  return `_${day.replaceAll('-', '_')}`;
}

/** Adds `suffix` to names that begin with `prefix`: tables and indexes, no columns. */
class DayNames extends OperationNodeTransformer {
  constructor(
    private readonly prefix: string,
    private readonly suffix: string,
  ) {
    super();
  }

  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return node.name.startsWith(this.prefix) ? { ...node, name: node.name + this.suffix } : node;
  }
}

function nameByDay(prefix: string, suffix: string): KyselyPlugin {
  const names = new DayNames(prefix, suffix);
  return {
    transformQuery: ({ node, queryId }) => names.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
