import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { releaseLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { inChunks, toPortableRow, toPortableText } from '#persistence/stores';
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
  const release = db.selectFrom('told_releases').select('id').where('version', '=', version);
  const held = dialect.hasConcurrentWriters ? release.forUpdate() : release;
  return (await held.executeTakeFirst())?.id;
}

/** Returns false when the release was like this before. */
export async function changeRelease(
  db: Transaction<Schema>,
  releaseId: number,
  { projectIds = [], commits, refs, ...changes }: ReleaseChanges,
): Promise<boolean> {
  const { status, ref, url, startedAtMs, releasedAtMs } = changes;
  const columns = {
    ...(status === undefined ? {} : { status }),
    ...(ref === undefined ? {} : { ref }),
    ...(url === undefined ? {} : { url }),
    ...(startedAtMs === undefined ? {} : { started_at: startedAtMs }),
    ...(releasedAtMs === undefined ? {} : { released_at: releasedAtMs }),
  };
  const release = db.selectFrom('told_releases').selectAll().where('id', '=', releaseId);
  const before = await release.executeTakeFirstOrThrow();
  const isDescribed = isDeepStrictEqual({ ...before }, { ...before, ...toPortableRow(columns) });
  if (!isDescribed) {
    await db.updateTable('told_releases').set(columns).where('id', '=', releaseId).execute();
  }
  const hasMoreProjects = await addProjects(db, releaseId, projectIds);
  const owners = projectIds.length > 0 ? projectIds : await listProjects(db, releaseId);
  const hasOthers = commits ? await replaceCommits(db, releaseId, { commits, owners }) : false;
  const hasOtherRefs = refs ? await replaceRefs(db, releaseId, { refs, owners }) : false;
  return !isDescribed || hasMoreProjects || hasOthers || hasOtherRefs;
}

export async function listProjects(
  db: Transaction<Schema>,
  releaseId: number,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('told_release_projects')
    .select('project_id')
    .where('release_id', '=', releaseId)
    .orderBy('project_id')
    .execute();
  return rows.map(({ project_id: projectId }) => projectId);
}

/**
 * Adds the projects to the release, except projects that were deleted meanwhile. Returns false when
 * the release had them all.
 */
async function addProjects(
  db: Transaction<Schema>,
  releaseId: number,
  projectIds: readonly number[],
): Promise<boolean> {
  if (projectIds.length === 0) return false;
  const there = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  if (there.length === 0) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('told_release_projects')
    .values(there.map(({ id }) => ({ release_id: releaseId, project_id: id })))
    .onConflict((conflict) => conflict.columns(['release_id', 'project_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A commit that projects share is told to each of them. One that all may see stays so. */
function addOwners(before: string | null | undefined, owners: readonly number[]): string | null {
  if (before === null) return null;
  const known = before === undefined ? [] : (JSON.parse(before) as readonly number[]);
  return JSON.stringify([...new Set([...known, ...owners])]);
}

/** Returns false when the release has these commits already. */
async function replaceCommits(
  db: Transaction<Schema>,
  releaseId: number,
  {
    commits,
    owners,
  }: { readonly commits: readonly ToldCommit[]; readonly owners: readonly number[] },
): Promise<boolean> {
  const before = await db
    .selectFrom('told_commits')
    .selectAll()
    .where('release_id', '=', releaseId)
    .orderBy('place')
    .execute();
  const toldTo = new Map(before.map((row) => [row.commit_id, row.project_ids]));
  const kept = commits.slice(0, releaseLimits.commitsPerRelease);
  const rows = kept.map((commit, place) => ({
    release_id: releaseId,
    place,
    commit_id: commit.id,
    repository: commit.repository ?? null,
    author_name: commit.authorName ?? null,
    author_email: commit.authorEmail ?? null,
    at: commit.atMs ?? null,
    message: commit.message ?? null,
    patch_set: JSON.stringify(commit.patchSet),
    project_ids: addOwners(toldTo.get(toPortableText(commit.id)), owners),
  }));
  if (hasRows(before, rows)) return false;
  await db.deleteFrom('told_commits').where('release_id', '=', releaseId).execute();
  await db.deleteFrom('told_paths').where('release_id', '=', releaseId).execute();
  await inChunks(rows, (chunk) => db.insertInto('told_commits').values(chunk).execute());
  const paths = kept.flatMap(({ patchSet }, place) =>
    listFoundPaths(patchSet, releaseLimits.foundPathsPerCommit).map(({ path, end }) => ({
      release_id: releaseId,
      place,
      path,
      path_end: end,
    })),
  );
  await inChunks(paths, (chunk) =>
    db
      .insertInto('told_paths')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return true;
}

/** Returns false when the release has these refs already. */
async function replaceRefs(
  db: Transaction<Schema>,
  releaseId: number,
  { refs, owners }: { readonly refs: readonly ToldRef[]; readonly owners: readonly number[] },
): Promise<boolean> {
  const before = await db
    .selectFrom('told_refs')
    .selectAll()
    .where('release_id', '=', releaseId)
    .orderBy('place')
    .execute();
  const toldTo = new Map(before.map((row) => [row.commit_id, row.project_ids]));
  const rows = refs.slice(0, releaseLimits.refsPerRelease).map((ref, place) => ({
    release_id: releaseId,
    place,
    repository: ref.repository,
    commit_id: ref.commitId,
    previous_commit_id: ref.previousCommitId ?? null,
    project_ids: addOwners(toldTo.get(toPortableText(ref.commitId)), owners),
  }));
  if (hasRows(before, rows)) return false;
  await db.deleteFrom('told_refs').where('release_id', '=', releaseId).execute();
  if (rows.length > 0) await db.insertInto('told_refs').values(rows).execute();
  return true;
}

function hasRows(before: readonly object[], rows: readonly object[]): boolean {
  const isSame = (row: object, at: number) =>
    isDeepStrictEqual({ ...before[at] }, toPortableRow(row));
  return before.length === rows.length && rows.every(isSame);
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
    const oldest = await findOldestOfCrowd(db);
    if (oldest) await removeRelease(db, oldest);
  }
}

/** Projects forget the release, too, unless events or sessions name it. */
export async function removeRelease(
  db: Transaction<Schema>,
  { id, version }: { readonly id: number; readonly version: string },
): Promise<void> {
  const projectIds = await listProjects(db, id);
  await db.deleteFrom('told_releases').where('id', '=', id).execute();
  // Recording locks releases in this order, too.
  for (const projectId of projectIds) {
    await db
      .deleteFrom('releases')
      .where('project_id', '=', projectId)
      .where('release', '=', version)
      .where('is_seen', '=', 0)
      .execute();
  }
}

/**
 * Finds the oldest of the releases whose least crowded project has most releases. A project's own
 * releases therefore stay, however many projects somebody else shares theirs between.
 */
function findOldestOfCrowd(db: Transaction<Schema>) {
  const sizes = db
    .selectFrom('told_release_projects as sized')
    .select(({ fn }) => ['sized.project_id', fn.countAll().as('releases')])
    .groupBy('sized.project_id');
  return db
    .selectFrom('told_releases as release')
    .leftJoin('told_release_projects as project', 'project.release_id', 'release.id')
    .leftJoin(sizes.as('size'), 'size.project_id', 'project.project_id')
    .select(['release.id', 'release.version'])
    .groupBy('release.id')
    .orderBy((each) => each.fn.coalesce(each.fn.min('size.releases'), each.lit(1_000_000)), 'desc')
    .orderBy('release.id')
    .limit(1)
    .executeTakeFirst();
}
