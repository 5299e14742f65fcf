import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DAY_MS, fromRows, HOUR_MS, type KyselyDatabase, toBucketStart } from '#persistence/stores';
import { firstSeenAt, selectSeen } from '#product/recording/counts';
import { sessionLimits } from '#shared';
import { LEAST_SESSIONS } from '../rules/crash-free-verdict.ts';
import type { SessionEnds } from '../rules/crash-free-verdict.ts';
import { daysAround, sinceYesterday } from '../rules/release-days.ts';
import { sumOfTold } from './sum-by-environment.ts';

/** The newest release of a project, its sessions, and those of the release before. */
export interface NewestRelease {
  readonly version: string;
  readonly own: SessionEnds;
  readonly before: SessionEnds;
}

interface SeenRelease {
  readonly project_id: number;
  readonly version: string;
  readonly first_at: number;
  /** 1 for the newest release, 2 for the one before. */
  readonly place: number;
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

/** Release and project, `place`, and from when until when its sessions began. */
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
  const { rows: seen } = await sql<SeenRelease>`
    select project_id, version, first_at, place from (
      select project_id, version, first_at, row_number() over (
        partition by project_id order by first_at desc, version desc
      ) as place
      from (
        select project_id, version, ${firstSeenAt} as first_at from ${selectSeen(active)}
        group by project_id, version
      ) as grouped
    ) as ranked where place <= 2 order by place`.execute(database.kysely);
  const newest = seen.filter(({ place, first_at: atMs }) => place === 1 && atMs >= sinceMs);
  const since = new Map(newest.map(({ project_id, first_at }) => [project_id, first_at]));
  const spans = seen.flatMap(({ project_id: id, version, place }): Span[] => {
    const atMs = since.get(id);
    if (atMs === undefined) return [];
    const wanted = place === 1 ? sinceYesterday(nowMs) : daysAround(atMs);
    return [[id, version, place, wanted.sinceMs, wanted.beforeMs]];
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
    newest.flatMap(({ project_id: id, version }) => {
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
