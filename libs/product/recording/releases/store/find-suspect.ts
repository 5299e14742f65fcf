import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { KyselyDatabase, Schema, SlotOf } from '#persistence/stores';
import { KeptQueries, toPortableJson, toLike } from '#persistence/stores';
import { isSameFile, listEnds, toFileParts } from '../rules/changed-file.ts';
import type { FileParts } from '../rules/changed-file.ts';
import type { ToldCommit } from '../rules/told-release.ts';
import { fromTexts, isTold, toCommit } from './read-told-releases.ts';

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
  { kysely: db, kind }: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  { projectId, release, occurredAtMs, files }: SuspectQuery,
): Promise<FoundSuspect | undefined> {
  const named = files.filter(({ length }) => length > 0);
  if (named.length === 0) return undefined;
  const texts = (each: (file: FileParts) => readonly string[]): string =>
    toPortableJson([...new Set(named.flatMap(each))]);
  const ends = [...new Set(named.flatMap(listEnds))];
  const values: SuspectValues = {
    ...Object.fromEntries(ends.map((end, index) => [toEnd(index), end])),
    projectId,
    version: release,
    occurredAtMs,
    tails: texts(listTails),
    likes: texts((file) => [toLike(['', `/${file.join('/')}`])]),
  };
  const rows = await KeptQueries.of(db).run(`suspect at ${ends.length} ends`, values, (slot) => {
    const list = (name: 'tails' | 'likes') => fromTexts(kind, slot(name));
    const beganAt = selectBegin(db, slot);
    return (
      db
        .selectFrom('told_paths')
        .innerJoin('told_commits', (join) =>
          join
            .onRef('told_commits.release_id', '=', 'told_paths.release_id')
            .onRef('told_commits.place', '=', 'told_paths.place'),
        )
        .innerJoin('told_releases', 'told_releases.id', 'told_paths.release_id')
        .innerJoin('told_release_projects', 'told_release_projects.release_id', 'told_releases.id')
        // An event may name a release that the project has forgotten.
        .leftJoin('releases', (join) =>
          join
            .onRef('releases.release', '=', 'told_releases.version')
            .on('releases.project_id', '=', slot('projectId')),
        )
        .selectAll('told_commits')
        .select(['version', 'path'])
        .where('told_release_projects.project_id', '=', slot('projectId'))
        .where(isTold(kind, sql`(${slot('projectId')})`, 'told_commits.project_ids'))
        .where((where) =>
          where.or([
            where('told_commits.at', 'is', null),
            where('told_commits.at', '<=', slot('occurredAtMs')),
          ]),
        )
        // A list of single values makes SQLite use the index by them.
        .where(
          'path_end',
          'in',
          ends.map((_, index) => slot(toEnd(index))),
        )
        .where(
          sql<boolean>`(path in (select value from ${list('tails')}) or exists (
          select 1 from ${list('likes')} where lower(told_paths.path) like value escape '\\'
        ))`,
        )
        .where((where) =>
          where.or([where('version', '=', slot('version')), where('first_seen_at', '<=', beganAt)]),
        )
        .orderBy((order) => order.fn.coalesce('told_commits.at', 'created_at'), 'desc')
        .orderBy('told_commits.release_id', 'desc')
        .orderBy('told_commits.place')
        .limit(MOST_READ)
    );
  });
  const found = rows.find((row) => named.some((file) => isSameFile(file, toFileParts(row.path))));
  return found && { commit: toCommit(found), version: found.version, path: found.path };
}

type EndName = `end ${number}`;

type SuspectValues = Readonly<Record<EndName, string>> & {
  readonly projectId: number;
  readonly version: string;
  readonly occurredAtMs: number;
  /** JSON lists of texts. */
  readonly tails: string;
  readonly likes: string;
};

function toEnd(index: number): EndName {
  return `end ${index}`;
}

/** Returns all paths that are an end of this one: `src/a.ts` and `a.ts`, too. */
function listTails(file: FileParts): string[] {
  return file.map((_, index) => file.slice(index).join('/'));
}

/** Selects when the project first had the release. */
function selectBegin(db: Kysely<Schema>, slot: SlotOf<{ projectId: number; version: string }>) {
  return db
    .selectFrom('releases')
    .select('first_seen_at')
    .where('project_id', '=', slot('projectId'))
    .where('release', '=', slot('version'));
}
