import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { HOUR_MS, type Schema, toBucketStart } from '#persistence/stores';
import { firstSeenAt, selectSeen } from '#product/recording/counts';
import type { EnvironmentSessions } from './session.types.ts';

interface Seen {
  readonly version: string;
  readonly first_seen_at: number;
}

/**
 * Sums a project's sessions by release and environment since the beginning of the hour of `sinceMs`.
 * Leaves out sessions without a release, and those beyond the limit of names. Releases are first seen
 * when the list of releases says so. `byHour` asks for a sum for each hour, the last hours first, at
 * most `limit` sums.
 */
export async function sumByEnvironment(
  db: Kysely<Schema>,
  {
    projectId,
    sinceMs,
    byHour,
  }: {
    readonly projectId: number;
    readonly sinceMs: number;
    readonly byHour?: { readonly limit: number };
  },
): Promise<EnvironmentSessions[]> {
  const rows = await db
    .selectFrom('session_hours as h')
    .innerJoin('counted_names as r', 'r.id', 'h.release_id')
    .innerJoin(
      sql<Seen>`(
        select version, ${firstSeenAt} as first_seen_at from ${selectSeen(sql`(${projectId})`)}
        group by version
      )`.as('s'),
      (join) => join.onRef('s.version', '=', 'r.name'),
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
    .$if(byHour !== undefined, (sums) =>
      sums
        .select('h.starts_at')
        .groupBy('h.starts_at')
        .orderBy('h.starts_at', 'desc')
        .limit(byHour!.limit),
    )
    .execute();
  return rows.map((row) => ({
    release: row.release,
    environment: row.environment ?? undefined,
    firstSeenMs: row.first_seen_at,
    startsAtMs: row.starts_at ?? 0,
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
