import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { HOUR_MS, type Schema, toBucketStart } from '#persistence/stores';

/**
 * Sums a project's sessions by release and environment since the beginning of the hour of `sinceMs`.
 * Leaves out sessions without a release, and those beyond the limit of names. `firstSeenMs` is that of
 * the list of releases, and 0 for a release that has dropped out of it.
 */
export async function sumByEnvironment(
  db: Kysely<Schema>,
  { projectId, sinceMs }: { readonly projectId: number; readonly sinceMs: number },
) {
  const rows = await db
    .selectFrom('session_hours as h')
    .innerJoin('counted_names as r', 'r.id', 'h.release_id')
    .leftJoin('releases as s', (join) =>
      join.onRef('s.release', '=', 'r.name').onRef('s.project_id', '=', 'r.project_id'),
    )
    .leftJoin('counted_names as e', 'e.id', 'h.environment_id')
    .select(({ fn }) => [
      'r.name as release',
      'e.name as environment',
      's.first_seen_at',
      fn.sum<number | string>('h.sessions').as('sessions'),
      fn.sum<number | string>('h.crashed').as('crashed'),
      fn.sum<number | string | null>('h.failed').as('failed'),
      sumOfTold(sql.ref('h.sessions')).as('failed_of'),
    ])
    .where('h.project_id', '=', projectId)
    .where('h.starts_at', '>=', toBucketStart(sinceMs, HOUR_MS))
    .groupBy(['r.name', 'e.name', 's.first_seen_at'])
    .execute();
  return rows.map((row) => ({
    release: row.release,
    environment: row.environment ?? undefined,
    firstSeenMs: row.first_seen_at ?? 0,
    sessions: Number(row.sessions),
    crashed: Number(row.crashed),
    failed: Number(row.failed),
    failedOf: Number(row.failed_of),
  }));
}

/** Sums a column over the hours that say how many sessions failed. Null when none does. */
export function sumOfTold(column: RawBuilder<unknown>): RawBuilder<number | string | null> {
  return sql`sum(case when failed is not null then ${column} end)`;
}
