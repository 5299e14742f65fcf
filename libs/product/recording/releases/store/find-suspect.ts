import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { toLike, toPortableText } from '#persistence/stores';
import { isSameFile, listEnds, toFileParts } from '../rules/changed-file.ts';
import type { FileParts } from '../rules/changed-file.ts';
import type { ToldCommit } from '../rules/told-release.ts';
import { toCommit } from './read-told-releases.ts';

/** Commits that are read, newest first, because the database compares names and ends of paths. */
const MOST_READ = 20;

export interface SuspectQuery {
  readonly projectId: number;
  /** The release in which the error occurred. */
  readonly release: string;
  /** Commits that were made later are no suspects. */
  readonly occurredAtMs: number;
  readonly files: readonly FileParts[];
}

export interface FoundSuspect {
  readonly commit: ToldCommit;
  /** The release for which the commit was reported. */
  readonly version: string;
  /** The changed file, as the commit names it. */
  readonly path: string;
}

/**
 * Returns the newest commit that changed one of the files, in the release or in one that the project
 * had before it, and was not made after the error. A commit without a time counts as made before.
 * Reads an index by the ends of paths.
 */
export async function findSuspect(
  db: Kysely<Schema>,
  { projectId, release, occurredAtMs, files }: SuspectQuery,
): Promise<FoundSuspect | undefined> {
  const named = files.filter(({ length }) => length > 0);
  const beganMs = named.length === 0 ? undefined : await findBegin(db, projectId, release);
  if (beganMs === undefined) return undefined;
  const rows = await db
    .selectFrom('told_paths')
    .innerJoin('told_commits', (join) =>
      join
        .onRef('told_commits.release_id', '=', 'told_paths.release_id')
        .onRef('told_commits.place', '=', 'told_paths.place'),
    )
    .innerJoin('told_releases', 'told_releases.id', 'told_paths.release_id')
    .innerJoin('told_release_projects', 'told_release_projects.release_id', 'told_releases.id')
    .leftJoin('releases', (join) =>
      join
        .onRef('releases.release', '=', 'told_releases.version')
        .on('releases.project_id', '=', projectId),
    )
    .selectAll('told_commits')
    .select(['version', 'path'])
    .where('told_release_projects.project_id', '=', projectId)
    .where((where) =>
      where.or([
        where('told_commits.at', 'is', null),
        where('told_commits.at', '<=', occurredAtMs),
      ]),
    )
    .where('path_end', 'in', [...new Set(named.flatMap(listEnds).map(toPortableText))])
    .where((where) =>
      where.or(
        named.flatMap((file) => [
          where('path', 'in', listTails(file)),
          sql<boolean>`lower(path) like ${toLike(['', `/${toPortableText(file.join('/'))}`])} escape '\\'`,
        ]),
      ),
    )
    .where((where) =>
      where.or([
        where('version', '=', toPortableText(release)),
        where('created_at', '<=', beganMs),
        where('first_seen_at', '<=', beganMs),
      ]),
    )
    .orderBy((order) => order.fn.coalesce('told_commits.at', 'created_at'), 'desc')
    .orderBy('told_commits.release_id', 'desc')
    .orderBy('told_commits.place')
    .limit(MOST_READ)
    .execute();
  const found = rows.find(({ path }) => named.some((file) => isSameFile(file, toFileParts(path))));
  return found && { commit: toCommit(found), version: found.version, path: found.path };
}

/** Returns all paths that are an end of this one: `src/a.ts` and `a.ts`, too. */
function listTails(file: FileParts): string[] {
  return file.map((_, index) => toPortableText(file.slice(index).join('/')));
}

/** Returns when the project first had the release, by an event or a report. */
async function findBegin(
  db: Kysely<Schema>,
  projectId: number,
  release: string,
): Promise<number | undefined> {
  const version = toPortableText(release);
  const rows = await db
    .selectFrom('releases')
    .select('first_seen_at as atMs')
    .where('project_id', '=', projectId)
    .where('release', '=', version)
    .unionAll(
      db
        .selectFrom('told_releases')
        .innerJoin('told_release_projects', 'release_id', 'told_releases.id')
        .select('created_at as atMs')
        .where('version', '=', version)
        .where('project_id', '=', projectId),
    )
    .execute();
  return rows.length === 0 ? undefined : Math.min(...rows.map(({ atMs }) => atMs));
}
