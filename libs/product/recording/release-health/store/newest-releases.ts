import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DAY_MS, fromRows, HOUR_MS, type KyselyDatabase, toBucketStart } from '#persistence/stores';
import { sessionLimits } from '#shared';
import { LEAST_SESSIONS } from '../rules/crash-free-verdict.ts';
import type { SessionEnds } from '../rules/crash-free-verdict.ts';
import { findPrevious } from './find-previous.ts';
import type { ProjectRelease } from './release-list.types.ts';
import { selectNewest } from './select-newest.ts';
import { daysAround, sinceYesterday } from '../rules/release-days.ts';
import { sumOfTold } from './sum-by-environment.ts';

/** The newest release of a project, its sessions, and those of the release before. */
export interface NewestRelease {
  readonly version: string;
  readonly own: SessionEnds;
  readonly before: SessionEnds;
}

const SPAN_COLUMNS = {
  of_project: 'bigint',
  named: 'text',
  place: 'bigint',
  since: 'bigint',
  until: 'bigint',
} as const;

type SumRow = Record<'project_id' | 'place', number> &
  Record<'sessions' | 'crashed' | 'failed' | 'failed_of' | 'crashed_of', number | string | null>;

/**
 * A project and a release, which is its newest (1) or the one before (2), and from when until when
 * sessions of the release began.
 */
type Span = readonly [id: number, version: string, place: number, sinceMs: number, untilMs: number];

/**
 * Sums the sessions by which `judgeRelease` judges the newest release of each project by the one
 * before. Leaves out projects without sessions since `sinceMs`, and releases first seen before it.
 */
export async function readNewestReleases(
  database: KyselyDatabase,
  ids: RawBuilder<unknown>,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): Promise<ReadonlyMap<number, NewestRelease>> {
  const active = sql`(select project.id from ${ids} as project where exists (
    select 1 from session_hours s
    where s.project_id = project.id and s.starts_at >= ${toBucketStart(sinceMs, DAY_MS)}))`;
  const { rows: newest } = await sql<Omit<ProjectRelease, 'found'>>`
    select project_id as "projectId", release as version, first_seen_at as "firstSeenMs"
    from ${selectNewest(active, { limit: 1 })}
    where first_seen_at >= ${sinceMs}`.execute(database.kysely);
  const previous = await findPrevious(database, newest);
  const spans = newest.flatMap(({ projectId: id, version, firstSeenMs }): Span[] => {
    const before = previous.get(id)?.get(version);
    if (before === undefined) return [];
    const [own, then] = [sinceYesterday(nowMs), daysAround(firstSeenMs)];
    return [
      [id, version, 1, own.sinceMs, own.beforeMs],
      [id, before, 2, then.sinceMs, then.beforeMs],
    ];
  });
  const ends = await sumSpans(database, spans);
  // Does as `choosePeriod` does. Few sessions have few rows, so all days of them are cheap to read.
  const few = spans.filter(
    ([id, , place]) => (ends.get(`${id} ${place}`)?.sessions ?? 0) < LEAST_SESSIONS,
  );
  const keptMs = toBucketStart(nowMs - sessionLimits.hoursKeptMs, HOUR_MS);
  const ofAllDays = few.map(([id, version, place]): Span => [
    id,
    version,
    place,
    keptMs,
    Number.MAX_SAFE_INTEGER,
  ]);
  for (const [key, sums] of await sumSpans(database, ofAllDays)) ends.set(key, sums);
  return new Map(
    newest.flatMap(({ projectId: id, version }) => {
      const [own, before] = [ends.get(`${id} 1`), ends.get(`${id} 2`)];
      return own && before ? [[id, { version, own, before }]] : [];
    }),
  );
}

/** Returns sums by project and place, such as `7 1`. */
async function sumSpans(
  { kysely, kind }: KyselyDatabase,
  spans: readonly Span[],
): Promise<Map<string, SessionEnds>> {
  const { rows } = await sql<SumRow>`
    select h.project_id, spans.place, sum(sessions) as sessions, sum(crashed) as crashed,
      sum(failed) as failed, ${sumOfTold(sql`sessions`)} as failed_of,
      ${sumOfTold(sql`crashed`)} as crashed_of
    from ${fromRows(kind, SPAN_COLUMNS, spans)} as spans
    join counted_names n on n.project_id = spans.of_project and n.kind = 'release' and n.name = spans.named
    join session_hours h on h.project_id = n.project_id and h.release_id = n.id
      and h.starts_at >= spans.since and h.starts_at < spans.until
    group by h.project_id, spans.place`.execute(kysely);
  return new Map(rows.map((row) => [`${row.project_id} ${row.place}`, toEnds(row)]));
}

function toEnds(row: SumRow): SessionEnds {
  return {
    sessions: Number(row.sessions),
    crashed: Number(row.crashed),
    failed: Number(row.failed),
    failedOf: Number(row.failed_of),
    unhandled: Math.max(0, Number(row.failed) - Number(row.crashed_of)),
  };
}
