import { type Kysely, sql } from 'kysely';
import type { Schema } from '#persistence/stores';

/** In bytes; 0 when there is none. */
export async function readBudget(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('storage_budget')
    .select(({ fn }) => fn.coalesce('set_bytes', 'measured_bytes').as('bytes'))
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Bytes of each project that has stored something, over all days. */
export async function sumProjects(db: Kysely<Schema>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('storage_days')
    .select('project_id')
    // Else PostgreSQL sums bigints up to a numeric, which is read as text.
    .select(sql<number>`cast(sum(bytes) as bigint)`.as('bytes'))
    .groupBy('project_id')
    .execute();
  return new Map(rows.map(({ project_id, bytes }) => [project_id, bytes]));
}

/** Of the days that start then: bytes, and since when something was refused. */
export function listDays(db: Kysely<Schema>, startsAt: readonly number[]) {
  return db
    .selectFrom('storage_days')
    .select(['project_id', 'starts_at', 'bytes', 'refused_at'])
    .where('starts_at', 'in', startsAt)
    .execute();
}

/** Days, up to that one, on which something was refused: the latest first. */
export function listRefusals(db: Kysely<Schema>, upTo: number) {
  return db
    .selectFrom('storage_days')
    .select(['project_id', 'starts_at', 'refused_at'])
    .where('refused_at', 'is not', null)
    .where('starts_at', '<=', upTo)
    .orderBy('starts_at', 'desc')
    .execute();
}
