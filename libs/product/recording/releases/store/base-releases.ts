import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { findBaseRelease } from '#shared';
import type { SeenRelease } from '#shared';
import type { Schema } from '#persistence/stores';
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
    const releases = await listLatest(db, projectId);
    const environments = await listEnvironments(db, projectId);
    const places = await listPlaces(
      db,
      releases,
      new Set(occurrences.map((row) => row.environment_id)),
    );
    for (const { id } of ofProject) {
      const own = occurrences.filter(({ issue_id }) => issue_id === id);
      const seen = releases.flatMap(({ id: releaseId, ...each }): (SeenRelease & Placed)[] => {
        const shared = own
          .map(({ environment_id: place }) => place)
          .filter((place) => places.get(releaseId)?.has(place));
        const hasIssue = own.some(({ release_id }) => release_id === releaseId);
        return shared.length > 0 ? [{ ...each, hasIssue, places: new Set(shared) }] : [];
      });
      const base = findBaseRelease(seen);
      if (!base) continue;
      const names = [...base.places].flatMap((place) => environments.get(place) ?? []).toSorted();
      found.set(id, { release: base.release, environments: names });
    }
  }
  return found;
}

function listOccurrences(db: Kysely<Schema>, issues: readonly IssueOfProject[]) {
  return (
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
      .where(
        'issue_id',
        'in',
        issues.map(({ id }) => id),
      )
      .execute()
  );
}

/**
 * Lists the releases that the project saw last, with the ids by which events are counted. A release
 * beyond the project's limit has the id `OTHER`.
 */
function listLatest(db: Kysely<Schema>, projectId: number) {
  return db
    .selectFrom('releases')
    .leftJoin('counted_names', (join) =>
      join
        .onRef('counted_names.project_id', '=', 'releases.project_id')
        .onRef('counted_names.name', '=', 'releases.release')
        .on('counted_names.kind', '=', 'release'),
    )
    .select(['release', 'first_seen_at as firstSeenMs'])
    .select((query) => query.fn.coalesce('counted_names.id', query.lit(OTHER)).as('id'))
    .where('releases.project_id', '=', projectId)
    .orderBy('first_seen_at', 'desc')
    .limit(LATEST)
    .execute();
}

async function listEnvironments(
  db: Kysely<Schema>,
  projectId: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('counted_names')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'environment')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function listPlaces(
  db: Kysely<Schema>,
  releases: readonly { readonly id: number }[],
  environmentIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const ids = releases.map(({ id }) => id);
  const places = new Map(ids.map((id) => [id, new Set<number>()]));
  if (ids.length === 0) return places;
  for (const environmentId of environmentIds) {
    const rows = await db
      .selectFrom('counted_names')
      .select('id')
      .where('id', 'in', ids)
      // `exists` stops at the first row. A release may have occurred in thousands of issues.
      .where((where) =>
        where.exists(
          where
            .selectFrom('event_totals')
            .select('release_id')
            .whereRef('release_id', '=', 'counted_names.id')
            .where('environment_id', '=', environmentId),
        ),
      )
      .execute();
    for (const { id } of rows) places.get(id)?.add(environmentId);
    // Releases that are not counted by name may have been seen in any environment.
    places.get(OTHER)?.add(environmentId);
  }
  return places;
}
