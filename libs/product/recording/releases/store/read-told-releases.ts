import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#persistence/stores';
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
 * Completes releases with their projects, last commits, and numbers of commits and deploys. Keeps
 * the order of `rows`.
 */
export async function completeReleases(
  db: Kysely<Schema>,
  rows: readonly ReleaseRow[],
): Promise<ToldRelease[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const projects = await db
    .selectFrom('told_release_projects')
    .selectAll()
    .where('release_id', 'in', ids)
    .orderBy('project_id')
    .execute();
  const commits = await count(db, 'told_commits', ids);
  const deploys = await count(db, 'told_deploys', ids);
  const lastCommits = new Map([
    ...(await listFirst(db, 'told_refs', ids)),
    ...(await listFirst(db, 'told_commits', ids)),
  ]);
  return rows.map((row) => {
    const lastCommitId = lastCommits.get(row.id);
    return {
      ...toRelease(row),
      projectIds: projects.flatMap(({ release_id: id, project_id: projectId }) =>
        id === row.id ? [projectId] : [],
      ),
      commitCount: commits.get(row.id) ?? 0,
      deployCount: deploys.get(row.id) ?? 0,
      ...(lastCommitId === undefined ? {} : { lastCommitId }),
    };
  });
}

async function count(
  db: Kysely<Schema>,
  table: 'told_commits' | 'told_deploys',
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['release_id', fn.countAll<number>().as('count')])
    .where('release_id', 'in', ids)
    .groupBy('release_id')
    .execute();
  return new Map(rows.map(({ release_id: id, count: rowCount }) => [id, rowCount]));
}

async function listFirst(
  db: Kysely<Schema>,
  table: 'told_commits' | 'told_refs',
  ids: readonly number[],
): Promise<[number, string][]> {
  const rows = await db
    .selectFrom(table)
    .select(['release_id', 'commit_id'])
    .where('release_id', 'in', ids)
    .where('place', '=', 0)
    .execute();
  return rows.map(({ release_id: id, commit_id: commitId }) => [id, commitId]);
}

function toRelease(row: ReleaseRow) {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    ...(row.ref === null ? {} : { ref: row.ref }),
    ...(row.url === null ? {} : { url: row.url }),
    createdAtMs: row.created_at,
    ...(row.started_at === null ? {} : { startedAtMs: row.started_at }),
    ...(row.released_at === null ? {} : { releasedAtMs: row.released_at }),
  };
}

export function toCommit(row: Selectable<ToldCommitsTable>): ToldCommit {
  return {
    id: row.commit_id,
    ...(row.repository === null ? {} : { repository: row.repository }),
    ...(row.author_name === null ? {} : { authorName: row.author_name }),
    ...(row.author_email === null ? {} : { authorEmail: row.author_email }),
    ...(row.at === null ? {} : { atMs: row.at }),
    ...(row.message === null ? {} : { message: row.message }),
    patchSet: JSON.parse(row.patch_set) as ChangedPath[],
  };
}

export function toDeploy(row: Selectable<ToldDeploysTable>): ToldDeploy {
  return {
    id: row.id,
    environment: row.environment,
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.url === null ? {} : { url: row.url }),
    ...(row.started_at === null ? {} : { startedAtMs: row.started_at }),
    finishedAtMs: row.finished_at,
    ...(row.project_ids === null
      ? {}
      : { projectIds: JSON.parse(row.project_ids) as readonly number[] }),
  };
}
