import type { Client } from 'pg';

export async function listTables(client: Client): Promise<string[]> {
  return listNames(
    client,
    `select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  );
}

/**
 * Lists only Errata's tables. Other applications may use the database, and a restore could not
 * create their tables.
 */
export async function listOwnTables(client: Client, own: ReadonlySet<string>): Promise<string[]> {
  return (await listTables(client)).filter((table) => own.has(table));
}

export async function listColumns(client: Client, table: string): Promise<string[]> {
  return listNames(
    client,
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'
     order by ordinal_position`,
    [table],
  );
}

export async function countRows(
  client: Client,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const answer = await client.query<{ rows: string }>(
      `select count(*) as rows from ${quote(table)}`,
    );
    rows[table] = Number(answer.rows[0]?.rows);
  }
  return rows;
}

export async function readSequences(
  client: Client,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value
     from pg_sequences
     join pg_class as sequence
       on sequence.relname = sequencename and sequence.relnamespace = current_schema()::regnamespace
     join pg_depend on objid = sequence.oid and deptype in ('a', 'i') and classid = 'pg_class'::regclass
     join pg_class as counted on counted.oid = refobjid and refclassid = 'pg_class'::regclass
     where schemaname = current_schema() and last_value is not null and counted.relname = any($1)`,
    [tables],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
}

export async function listMigrations(client: Client, tables: readonly string[]): Promise<string[]> {
  const migrations: string[] = [];
  for (const set of ['platform', 'product']) {
    const table = `migrations_${set}`;
    if (!tables.includes(table)) continue;
    const names = await listNames(client, `select name from ${quote(table)} order by name`);
    migrations.push(...names.map((name) => `${set}/${name}`));
  }
  return migrations;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export async function listNames(
  client: Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(text, [...values]);
  return rows.map(({ name }) => name);
}
