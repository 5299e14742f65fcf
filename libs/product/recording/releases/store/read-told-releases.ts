import { sql } from 'kysely';
import type { Kysely, RawBuilder, Selectable } from 'kysely';
import type { DatabaseKind, Schema } from '#persistence/stores';
import type { ChangedPath, ToldCommit } from '../rules/told-release.ts';
import type {
  ToldCommitsTable,
  ToldDeploysTable,
  ToldReleasesTable,
} from './told-release.tables.ts';
import type { ToldDeploy, ToldRelease } from './told-release.types.ts';

type ReleaseRow = Selectable<ToldReleasesTable>;

export function selectReleases(db: Kysely<Schema>) {
  return db.selectFrom('told_releases').selectAll();
}

/**
 * Completes releases with their projects, numbers of commits and deploys, and last commits. `isSeen`
 * selects commits and refs. Keeps the order of `rows`.
 */
export async function completeReleases(
  db: Kysely<Schema>,
  rows: readonly ReleaseRow[],
  isSeen: RawBuilder<boolean>,
): Promise<ToldRelease[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const projects = await db
    .selectFrom('told_release_projects')
    .selectAll()
    .where('release_id', 'in', ids)
    .orderBy('project_id')
    .execute();
  const deploys = await countDeploys(db, ids);
  const refs = await listFirst(db, 'told_refs', { ids, isSeen });
  const commits = await listFirst(db, 'told_commits', { ids, isSeen });
  return rows.map((row) => {
    const lastCommitId = (commits.get(row.id) ?? refs.get(row.id))?.commitId;
    return {
      ...toRelease(row),
      projectIds: projects.flatMap(({ release_id: id, project_id: projectId }) =>
        id === row.id ? [projectId] : [],
      ),
      commitCount: commits.get(row.id)?.count ?? 0,
      deployCount: deploys.get(row.id) ?? 0,
      ...(lastCommitId === undefined ? {} : { lastCommitId }),
    };
  });
}

async function countDeploys(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('told_deploys')
    .select(({ fn }) => ['release_id', fn.countAll<number>().as('count')])
    .where('release_id', 'in', ids)
    .groupBy('release_id')
    .execute();
  return new Map(rows.map(({ release_id: id, count: rowCount }) => [id, rowCount]));
}

/** Finds the first of the commits or refs of each release, and counts them. */
async function listFirst(
  db: Kysely<Schema>,
  table: 'told_commits' | 'told_refs',
  { ids, isSeen }: { readonly ids: readonly number[]; readonly isSeen: RawBuilder<boolean> },
) {
  const seen = db
    .selectFrom(table)
    .select(({ fn }) => [
      'release_id as id',
      fn.countAll<number>().as('count'),
      fn.min('place').as('first'),
    ])
    .where('release_id', 'in', ids)
    .where(isSeen)
    .groupBy('release_id');
  const own = db.selectFrom(table).select(['release_id', 'place', 'commit_id as commitId']);
  const rows = await db
    .selectFrom(seen.as('seen'))
    .innerJoin(own.as('own'), (join) =>
      join.onRef('release_id', '=', 'seen.id').onRef('place', '=', 'seen.first'),
    )
    .select(['seen.id', 'seen.count', 'commitId'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Selects commits or refs that were told to one of the projects. Releases before 0.4.0 stored them
 * for all projects of the release.
 */
export function isTold(
  kind: DatabaseKind,
  projectIds: RawBuilder<unknown>,
  column = 'project_ids',
): RawBuilder<boolean> {
  const told = fromTexts(kind, sql.ref(column));
  return sql`(${sql.ref(column)} is null
    or exists (select 1 from ${told} where cast(value as bigint) in ${projectIds}))`;
}

/** Returns the values of a JSON list of texts or numbers as rows with the column `value`. */
export function fromTexts(kind: DatabaseKind, json: RawBuilder<unknown>): RawBuilder<unknown> {
  return kind === 'sqlite'
    ? sql`json_each(${json})`
    : sql`json_array_elements_text(${json}::json) as each(value)`;
}

function toRelease(row: ReleaseRow) {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    ref: row.ref ?? undefined,
    url: row.url ?? undefined,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at ?? undefined,
    releasedAtMs: row.released_at ?? undefined,
  };
}

export function toCommit(row: Selectable<ToldCommitsTable>): ToldCommit {
  return {
    id: row.commit_id,
    repository: row.repository ?? undefined,
    authorName: row.author_name ?? undefined,
    authorEmail: row.author_email ?? undefined,
    atMs: row.at ?? undefined,
    message: row.message ?? undefined,
    patchSet: JSON.parse(row.patch_set) as ChangedPath[],
  };
}

export function toDeploy(row: Selectable<ToldDeploysTable>): ToldDeploy {
  return {
    id: row.id,
    environment: row.environment,
    name: row.name ?? undefined,
    url: row.url ?? undefined,
    startedAtMs: row.started_at ?? undefined,
    finishedAtMs: row.finished_at,
    projectIds:
      row.project_ids === null ? undefined : (JSON.parse(row.project_ids) as readonly number[]),
  };
}
