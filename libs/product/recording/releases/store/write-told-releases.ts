import type { ExpressionBuilder, Transaction } from 'kysely';
import { releaseLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { inChunks, toPortableText, toPortableTextOrNull } from '#persistence/stores';
import { listFoundPaths } from '../rules/changed-file.ts';
import type { ToldCommit, ToldRef } from '../rules/told-release.ts';
import type { ReleaseChanges } from './told-release.types.ts';

/**
 * Locks the release until the transaction ends and returns its id. Returns undefined when the
 * release does not exist.
 */
export async function lockRelease(
  db: Transaction<Schema>,
  dialect: DatabaseDialect,
  version: string,
): Promise<number | undefined> {
  const release = db
    .selectFrom('told_releases')
    .select('id')
    .where('version', '=', toPortableText(version));
  const held = dialect.hasConcurrentWriters ? release.forUpdate() : release;
  return (await held.executeTakeFirst())?.id;
}

export async function changeRelease(
  db: Transaction<Schema>,
  releaseId: number,
  { projectIds, commits, refs, ...changes }: ReleaseChanges,
): Promise<void> {
  const { status, ref, url, startedAtMs, releasedAtMs } = changes;
  const columns = {
    ...(status === undefined ? {} : { status }),
    ...(ref === undefined ? {} : { ref: toPortableText(ref) }),
    ...(url === undefined ? {} : { url: toPortableText(url) }),
    ...(startedAtMs === undefined ? {} : { started_at: startedAtMs }),
    ...(releasedAtMs === undefined ? {} : { released_at: releasedAtMs }),
  };
  if (Object.keys(columns).length > 0) {
    await db.updateTable('told_releases').set(columns).where('id', '=', releaseId).execute();
  }
  if (projectIds) await addProjects(db, releaseId, projectIds);
  if (commits) await replaceCommits(db, releaseId, commits);
  if (refs) await replaceRefs(db, releaseId, refs);
}

/** Adds the projects to the release, except projects that were deleted meanwhile. */
async function addProjects(
  db: Transaction<Schema>,
  releaseId: number,
  projectIds: readonly number[],
): Promise<void> {
  if (projectIds.length === 0) return;
  const there = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  if (there.length === 0) return;
  await db
    .insertInto('told_release_projects')
    .values(there.map(({ id }) => ({ release_id: releaseId, project_id: id })))
    .onConflict((conflict) => conflict.columns(['release_id', 'project_id']).doNothing())
    .execute();
}

async function replaceCommits(
  db: Transaction<Schema>,
  releaseId: number,
  commits: readonly ToldCommit[],
): Promise<void> {
  await db.deleteFrom('told_commits').where('release_id', '=', releaseId).execute();
  await db.deleteFrom('told_paths').where('release_id', '=', releaseId).execute();
  const kept = commits.slice(0, releaseLimits.commitsPerRelease);
  const rows = kept.map((commit, place) => ({
    release_id: releaseId,
    place,
    commit_id: toPortableText(commit.id),
    repository: toPortableTextOrNull(commit.repository),
    author_name: toPortableTextOrNull(commit.authorName),
    author_email: toPortableTextOrNull(commit.authorEmail),
    at: commit.atMs ?? null,
    message: toPortableTextOrNull(commit.message),
    patch_set: JSON.stringify(commit.patchSet),
  }));
  await inChunks(rows, (chunk) => db.insertInto('told_commits').values(chunk).execute());
  const paths = kept.flatMap(({ patchSet }, place) =>
    listFoundPaths(patchSet, releaseLimits.foundPathsPerCommit).map(({ path, end }) => ({
      release_id: releaseId,
      place,
      path: toPortableText(path),
      path_end: toPortableText(end),
    })),
  );
  await inChunks(paths, (chunk) =>
    db
      .insertInto('told_paths')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

async function replaceRefs(
  db: Transaction<Schema>,
  releaseId: number,
  refs: readonly ToldRef[],
): Promise<void> {
  await db.deleteFrom('told_refs').where('release_id', '=', releaseId).execute();
  if (refs.length === 0) return;
  await db
    .insertInto('told_refs')
    .values(
      refs.slice(0, releaseLimits.refsPerRelease).map((ref, place) => ({
        release_id: releaseId,
        place,
        repository: toPortableText(ref.repository),
        commit_id: toPortableText(ref.commitId),
        previous_commit_id: toPortableTextOrNull(ref.previousCommitId),
      })),
    )
    .execute();
}

/**
 * Deletes releases beyond `releaseLimits.describedReleases`, together with their commits and
 * deploys: each time the oldest of the projects that share most releases. A project that is told
 * releases without end drives out its own, and none that it shares with others.
 */
export async function dropOldestReleases(db: Transaction<Schema>): Promise<void> {
  const { count } = await db
    .selectFrom('told_releases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let beyond = count - releaseLimits.describedReleases; beyond > 0; beyond -= 1) {
    await db
      .deleteFrom('told_releases')
      .where('id', '=', (rows) => rows.selectFrom(findCrowd(rows).as('crowd')).select('oldest'))
      .execute();
  }
}

/**
 * Selects the oldest of the releases whose least crowded project has most releases. A project's own
 * releases therefore stay, however many projects somebody else shares theirs between.
 */
function findCrowd(rows: ExpressionBuilder<Schema, 'told_releases'>) {
  const sizes = rows
    .selectFrom('told_release_projects as sized')
    .select(({ fn }) => ['sized.project_id', fn.countAll().as('releases')])
    .groupBy('sized.project_id');
  return rows
    .selectFrom('told_releases as release')
    .leftJoin('told_release_projects as project', 'project.release_id', 'release.id')
    .leftJoin(sizes.as('size'), 'size.project_id', 'project.project_id')
    .select('release.id as oldest')
    .groupBy('release.id')
    .orderBy((each) => each.fn.coalesce(each.fn.min('size.releases'), each.lit(1_000_000)), 'desc')
    .orderBy('release.id')
    .limit(1);
}
