import { sql } from 'kysely';
import type { Database } from '#persistence/stores';
import { kyselyOf } from '#persistence/testing';

export async function listTableRows(
  database: Database,
): Promise<Record<string, Record<string, unknown>[]>> {
  const db = kyselyOf(database);
  const tables: Record<string, Record<string, unknown>[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    );
    tables[name] = rows;
  }
  return tables;
}

export async function findIssuesOfEvents(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await kyselyOf(database)
    .selectFrom('events')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
    .select(['events.event_id', 'grouping_keys.issue_id'])
    .execute();
  return new Map(rows.map(({ event_id, issue_id }) => [event_id, Number(issue_id)]));
}
