import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { DatabaseKind, KyselyDatabase, Schema, SlotOf } from '#persistence/stores';
import { KeptQueries, toLike, toPortableText } from '#persistence/stores';
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
  { kysely: db, kind }: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  { projectId, release, occurredAtMs, files }: SuspectQuery,
): Promise<FoundSuspect | undefined> {
  const named = files.filter(({ length }) => length > 0);
  if (named.length === 0) return undefined;
  const texts = (each: (file: FileParts) => readonly string[]): string =>
    JSON.stringify([...new Set(named.flatMap(each))]);
  const ends = [...new Set(named.flatMap(listEnds).map(toPortableText))];
  const values: SuspectValues = {
    ...Object.fromEntries(ends.map((end, index) => [toEnd(index), end])),
    projectId,
    version: toPortableText(release),
    occurredAtMs,
    tails: texts(listTails),
    likes: texts((file) => [toLike(['', `/${toPortableText(file.join('/'))}`])]),
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
        .leftJoin('releases', (join) =>
          join
            .onRef('releases.release', '=', 'told_releases.version')
            .on('releases.project_id', '=', slot('projectId')),
        )
        .selectAll('told_commits')
        .select(['version', 'path'])
        .where('told_release_projects.project_id', '=', slot('projectId'))
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
          where.or([
            where('version', '=', slot('version')),
            where('created_at', '<=', beganAt),
            where('first_seen_at', '<=', beganAt),
          ]),
        )
        .orderBy((order) => order.fn.coalesce('told_commits.at', 'created_at'), 'desc')
        .orderBy('told_commits.release_id', 'desc')
        .orderBy('told_commits.place')
        .limit(MOST_READ)
    );
  });
  const found = rows.find(({ path }) => named.some((file) => isSameFile(file, toFileParts(path))));
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
  return file.map((_, index) => toPortableText(file.slice(index).join('/')));
}

/** Selects when the project first had the release, by an event or a report. */
function selectBegin(
  db: Kysely<Schema>,
  slot: SlotOf<{ projectId: number; version: string }>,
): RawBuilder<number> {
  const began = db
    .selectFrom('releases')
    .select('first_seen_at as at')
    .where('project_id', '=', slot('projectId'))
    .where('release', '=', slot('version'))
    .unionAll(
      db
        .selectFrom('told_releases')
        .innerJoin('told_release_projects', 'release_id', 'told_releases.id')
        .select('created_at as at')
        .where('version', '=', slot('version'))
        .where('project_id', '=', slot('projectId')),
    );
  return sql`(select min(began.at) from ${began} as began)`;
}

function fromTexts(kind: DatabaseKind, json: RawBuilder<string>): RawBuilder<unknown> {
  return kind === 'sqlite'
    ? sql`json_each(${json})`
    : sql`json_array_elements_text(${json}::json) as each(value)`;
}
