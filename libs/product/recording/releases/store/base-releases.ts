import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { findBaseRelease } from '#shared';
import type { SeenRelease } from '#shared';
import type { Schema } from '#persistence/stores';
import { groupByName, KeptQueries } from '#persistence/stores';
import { OTHER, UNNAMED } from '#product/recording/counts';

/**
 * The newest version is searched among this many releases that the project saw last. The very last
 * one may belong to an old branch.
 */
const LATEST = 100;

/** The release whose successor counts as the issue's next release. */
export interface BaseRelease {
  readonly release: string;
  /** Environments in which both the issue and this release were seen. */
  readonly environments: readonly string[];
}

interface Placed {
  readonly places: ReadonlySet<number>;
}

interface IssueOfProject {
  readonly id: number;
  readonly project_id: number;
}

/**
 * Finds each issue's base release as `findBaseRelease` defines it, by issue id. An issue is missing
 * when no release was seen in its environments.
 */
export async function findBaseReleases(
  db: Kysely<Schema>,
  issues: readonly IssueOfProject[],
): Promise<ReadonlyMap<number, BaseRelease>> {
  const found = new Map<number, BaseRelease>();
  for (const projectId of new Set(issues.map(({ project_id }) => project_id))) {
    const ofProject = issues.filter(({ project_id }) => project_id === projectId);
    const occurrences = await listOccurrences(db, ofProject);
    const rows = await listSeen(db, projectId, new Set(occurrences.map(toPlace)));
    const releases = groupByName(rows, ({ release }) => release);
    const environments = new Map(rows.map(({ place, environment }) => [place, environment]));
    for (const { id } of ofProject) {
      const own = occurrences.filter(({ issue_id }) => issue_id === id);
      const seen = [...releases.values()].flatMap((seenIn): (SeenRelease & Placed)[] => {
        const { id: releaseId, release, firstSeenMs } = seenIn[0]!;
        const shared = own
          .map(toPlace)
          .filter((each) => seenIn.some(({ place }) => place === each));
        const hasIssue = own.some(({ release_id }) => release_id === releaseId);
        const places = new Set(shared);
        return places.size > 0 ? [{ release, firstSeenMs, hasIssue, places }] : [];
      });
      const base = findBaseRelease(seen);
      if (!base) continue;
      const names = [...base.places].flatMap((place) => environments.get(place) ?? []).toSorted();
      found.set(id, { release: base.release, environments: names });
    }
  }
  return found;
}

function toPlace({ environment_id: place }: { readonly environment_id: number }): number {
  return place;
}

function listOccurrences(db: Kysely<Schema>, issues: readonly IssueOfProject[]) {
  const values = Object.fromEntries(issues.map(({ id }, index) => [`issue ${index}`, id]));
  return KeptQueries.of(db).run(`occurrences of ${issues.length} issues`, values, (slot) =>
    db
      .selectFrom('grouping_keys')
      .innerJoin('event_totals', 'event_totals.grouping_key_id', 'grouping_keys.id')
      .leftJoin('counted_names', 'counted_names.id', 'event_totals.release_id')
      .select(['issue_id', 'environment_id'])
      // A release that lost its place counts under an id without a name.
      .select(
        sql<number>`case when release_id <> ${sql.lit(UNNAMED)} and counted_names.id is null
        then ${sql.lit(OTHER)} else release_id end`.as('release_id'),
      )
      .distinct()
      .where('issue_id', 'in', Object.keys(values).map(slot)),
  );
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
        where releases.project_id = ${slot('projectId')}
        order by first_seen_at desc limit ${sql.lit(LATEST)}
      ) as latest
      join (${sql.join(asked, sql` union all `)}) as place
        on latest.id = ${sql.lit(OTHER)} or exists (
          select 1 from event_totals
          where release_id = latest.id and environment_id = place.id
        )
      left join counted_names as environments
        on environments.id = place.id and environments.kind = 'environment'
      order by latest.first_seen_at desc`;
  });
}
