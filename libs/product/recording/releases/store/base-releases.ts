import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { findBaseRelease } from '#shared';
import type { BaseRelease } from '#shared';
import type { Schema } from '#persistence/stores';
import { KeptQueries } from '#persistence/stores';
import { OTHER, UNNAMED } from '#product/recording/counts';
import { findFirstSeen } from './note-releases.ts';

/**
 * The newest version is searched among this many releases that the project saw last. The very last
 * one may belong to an old branch.
 */
const LATEST = 100;

/** Where the issue's base release was seen. */
export interface PlacedRelease extends BaseRelease {
  /** Environments in which both the issue and this release were seen, by events or sessions. */
  readonly environments: readonly string[];
}

interface IssueOfProject {
  readonly id: number;
  readonly project_id: number;
}

/**
 * Finds each issue's base release as `findBaseRelease` defines it, by issue id. An issue is missing
 * when none of its events names a release.
 */
export async function findBaseReleases(
  db: Kysely<Schema>,
  issues: readonly IssueOfProject[],
): Promise<ReadonlyMap<number, PlacedRelease>> {
  const found = new Map<number, PlacedRelease>();
  for (const projectId of new Set(issues.map(({ project_id }) => project_id))) {
    const ofProject = issues.filter(({ project_id }) => project_id === projectId);
    const occurrences = await listOccurrences(db, ofProject);
    const named = new Set(occurrences.flatMap(({ release }) => release ?? []));
    if (named.size === 0) continue;
    const firstSeenMs = await findFirstSeen(db, projectId, [...named]);
    const seen = await listSeen(db, projectId, new Set(occurrences.map(toPlace)));
    const deployed = await listDeployed(db, projectId);
    for (const { id } of ofProject) {
      const own = occurrences.filter(({ issue_id }) => issue_id === id);
      const base = findBase(own, { firstSeenMs, seen, deployed });
      if (base) found.set(id, base);
    }
  }
  return found;
}

function findBase(
  own: readonly Occurrence[],
  {
    firstSeenMs,
    seen,
    deployed,
  }: {
    readonly firstSeenMs: ReadonlyMap<string, number>;
    readonly seen: readonly SeenIn[];
    readonly deployed: readonly Deployed[];
  },
): PlacedRelease | undefined {
  const places = new Set(own.map(toPlace));
  const here = seen.filter(({ place }) => places.has(place));
  const names = new Set(own.map(({ environment }) => environment));
  const there = deployed.filter(({ environment }) => names.has(environment));
  const times = new Map([...there, ...here].map((each) => [each.release, each.firstSeenMs]));
  const events = new Map<string, number>();
  for (const { release, events: count } of own) {
    if (release === null) continue;
    events.set(release, (events.get(release) ?? 0) + count);
    times.set(release, firstSeenMs.get(release) ?? times.get(release) ?? 0);
  }
  const base = findBaseRelease(
    [...times].map(([release, atMs]) => ({
      release,
      firstSeenMs: atMs,
      events: events.get(release) ?? 0,
    })),
  );
  if (!base) return undefined;
  const environments = here
    .filter(({ release }) => release === base.release)
    .flatMap(({ environment }) => environment ?? []);
  return { ...base, environments: [...new Set(environments)].toSorted() };
}

function toPlace({ environment_id: place }: { readonly environment_id: number }): number {
  return place;
}

interface Occurrence {
  readonly issue_id: number;
  readonly environment_id: number;
  /** Null for events without one, or of all further environments. */
  readonly environment: string | null;
  /** Null for events without a release. The last one stands for those without a place. */
  readonly release: string | null;
  readonly events: number;
}

function listOccurrences(
  db: Kysely<Schema>,
  issues: readonly IssueOfProject[],
): Promise<Occurrence[]> {
  const values = Object.fromEntries(issues.map(({ id }, index) => [`issue ${index}`, id]));
  return KeptQueries.of(db).run(
    `occurrences of ${issues.length} issues`,
    values,
    (slot) => sql<Occurrence>`
      select issue_id, environment_id, environment, release, cast(sum(events) as bigint) as events
      from (
        select k.issue_id, t.environment_id, e.name as environment,
          case when n.name is null then 1 else t.events end as events,
          case when t.release_id = ${sql.lit(UNNAMED)} then null
            else coalesce(n.name, k.last_release) end as release
        from grouping_keys k join event_totals t on t.grouping_key_id = k.id
          left join counted_names n on n.id = t.release_id
          left join counted_names e on e.id = t.environment_id
        where k.issue_id in (${sql.join(Object.keys(values).map(slot))})
      ) as each_key
      group by issue_id, environment_id, environment, release`,
  );
}

interface Deployed {
  readonly release: string;
  readonly environment: string | null;
  readonly firstSeenMs: number;
}

/** Whether a client told something of the project. `json` is null for all projects of the release. */
export function isToldOf(projectId: number, json: string | null): boolean {
  return json === null || (JSON.parse(json) as readonly number[]).includes(projectId);
}

/** Lists the deploys of the last releases that clients told of the project, the earliest first. */
async function listDeployed(db: Kysely<Schema>, projectId: number): Promise<Deployed[]> {
  const rows = await KeptQueries.of(db).run(
    'deploys of a project',
    { projectId },
    (slot) => sql<Deployed & { readonly project_ids: string | null }>`
      select r.version as release, d.environment, d.finished_at as "firstSeenMs", d.project_ids
      from (
        select release_id from told_release_projects where project_id = ${slot('projectId')}
        order by release_id desc limit ${sql.lit(LATEST)}
      ) as p join told_releases r on r.id = p.release_id
        join told_deploys d on d.release_id = p.release_id
      order by d.id`,
  );
  return rows.filter(({ project_ids: ids }) => isToldOf(projectId, ids));
}

interface SeenIn {
  readonly id: number;
  readonly release: string;
  readonly firstSeenMs: number;
  readonly place: number;
  /** Null for the place of events without an environment, or of all further environments. */
  readonly environment: string | null;
}

/**
 * Lists the releases that the project saw last, with the ids by which events are counted, once for
 * each place in which they were seen. A release beyond the project's limit has the id `OTHER`, and
 * may have been seen in any place.
 */
async function listSeen(
  db: Kysely<Schema>,
  projectId: number,
  places: ReadonlySet<number>,
): Promise<readonly SeenIn[]> {
  if (places.size === 0) return [];
  const each = [...places].map((place, index) => [`place ${index}`, place] as const);
  const values: Readonly<Record<string, number>> = { projectId, ...Object.fromEntries(each) };
  return KeptQueries.of(db).run(`seen in ${places.size} places`, values, (slot) => {
    const asked = each.map(([name]) => sql`select cast(${slot(name)} as bigint) as id`);
    // `exists` stops at the first row. A release may have occurred in thousands of issues.
    return sql<SeenIn>`
      select latest.id, latest.release, latest.first_seen_at as "firstSeenMs", place.id as place,
        environments.name as environment
      from (
        select releases.release, first_seen_at, coalesce(names.id, ${sql.lit(OTHER)}) as id
        from releases left join counted_names as names on names.project_id = releases.project_id
          and names.name = releases.release and names.kind = 'release'
        where releases.project_id = ${slot('projectId')} and is_seen = 1
        order by first_seen_at desc limit ${sql.lit(LATEST)}
      ) as latest
      join (${sql.join(asked, sql` union all `)}) as place
        on latest.id = ${sql.lit(OTHER)} or exists (
          select 1 from event_totals
          where release_id = latest.id and environment_id = place.id
        ) or exists (
          select 1 from session_days
          where release_id = latest.id and environment_id = place.id
        )
      left join counted_names as environments
        on environments.id = place.id and environments.kind = 'environment'
      order by latest.first_seen_at desc`;
  });
}
