import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DAY_MS, fromRows, type KyselyDatabase, toBucketStart } from '#persistence/stores';
import { firstSeenAt, selectSeen } from '#product/recording/counts';
import type { SessionEnds } from '../rules/crash-free-verdict.ts';
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

type SumRow = Record<'project_id' | 'place', number> &
  Record<'sessions' | 'crashed' | 'failed' | 'failed_of' | 'crashed_of', number | string | null>;

/**
 * Sums the sessions by which a release's page compares a release with the one before, for the newest
 * release of each project: since the day before `nowMs`, and in the days around the newer release.
 * Leaves out projects without sessions since then, and releases first seen before `sinceMs`.
 */
export async function readNewestReleases(
  { kysely, kind }: KyselyDatabase,
  ids: RawBuilder<unknown>,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): Promise<ReadonlyMap<number, NewestRelease>> {
  const yesterdayMs = toBucketStart(nowMs - DAY_MS, DAY_MS);
  const active = sql`(select project.id from ${ids} as project where exists (
    select 1 from session_hours s
    where s.project_id = project.id and s.starts_at >= ${yesterdayMs}))`;
  const { rows: seen } = await sql<SeenRelease>`
    select project_id, version, first_at, place from (
      select project_id, version, first_at, row_number() over (
        partition by project_id order by first_at desc, version desc
      ) as place
      from (
        select project_id, version, ${firstSeenAt} as first_at from ${selectSeen(active)}
        group by project_id, version
      ) as grouped
    ) as ranked where place <= 2 order by place`.execute(kysely);
  const newest = seen.filter(({ place, first_at: atMs }) => place === 1 && atMs >= sinceMs);
  const since = new Map(newest.map(({ project_id, first_at }) => [project_id, first_at]));
  const spans = seen.flatMap(({ project_id: id, version, place }) => {
    const atMs = since.get(id);
    if (atMs === undefined) return [];
    if (place === 1) return [[id, version, place, yesterdayMs, Number.MAX_SAFE_INTEGER]];
    const [from, to] = [atMs - DAY_MS, atMs + 2 * DAY_MS].map((ms) => toBucketStart(ms, DAY_MS));
    return [[id, version, place, from!, to!]];
  });
  const columns = {
    of_project: 'bigint',
    named: 'text',
    place: 'bigint',
    since: 'bigint',
    until: 'bigint',
  };
  const { rows: sums } = await sql<SumRow>`
    select h.project_id, spans.place, sum(sessions) as sessions, sum(crashed) as crashed,
      sum(failed) as failed, ${sumOfTold(sql`sessions`)} as failed_of,
      ${sumOfTold(sql`crashed`)} as crashed_of
    from ${fromRows(kind, columns as Record<string, 'bigint' | 'text'>, spans)} as spans
    join counted_names n on n.project_id = spans.of_project and n.kind = 'release' and n.name = spans.named
    join session_hours h on h.project_id = n.project_id and h.release_id = n.id
      and h.starts_at >= spans.since and h.starts_at < spans.until
    group by h.project_id, spans.place`.execute(kysely);
  const ends = new Map(sums.map((row) => [`${row.project_id} ${row.place}`, toEnds(row)]));
  return new Map(
    newest.flatMap(({ project_id: id, version }) => {
      const [own, before] = [ends.get(`${id} 1`), ends.get(`${id} 2`)];
      return own && before ? [[id, { version, own, before }]] : [];
    }),
  );
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
