import { type Kysely, sql } from 'kysely';
import type { Schema } from '#persistence/stores';

/** Returns the budget in bytes, or 0 when there is no budget. */
export async function readBudget(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('storage_budget')
    .select(({ fn }) => fn.coalesce('set_bytes', 'measured_bytes').as('bytes'))
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/**
 * Returns the bytes of each project over all days. Projects that have stored nothing are missing.
 */
export async function sumProjects(db: Kysely<Schema>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('storage_days')
    .select('project_id')
    // PostgreSQL sums bigints to a numeric, which the driver returns as text.
    .select(sql<number>`cast(sum(bytes) as bigint)`.as('bytes'))
    .groupBy('project_id')
    .execute();
  return new Map(rows.map(({ project_id, bytes }) => [project_id, bytes]));
}

export function listDays(db: Kysely<Schema>, startsAt: readonly number[]) {
  return db
    .selectFrom('storage_days')
    .select(['project_id', 'starts_at', 'bytes', 'refused_at'])
    .where('starts_at', 'in', startsAt)
    .execute();
}

/** Returns the days up to `upTo` on which something was refused, latest first. */
export function listRefusals(db: Kysely<Schema>, upTo: number) {
  return db
    .selectFrom('storage_days')
    .select(['project_id', 'starts_at', 'refused_at'])
    .where('refused_at', 'is not', null)
    .where('starts_at', '<=', upTo)
    .orderBy('starts_at', 'desc')
    .execute();
}
