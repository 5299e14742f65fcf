import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { compareReleases, sortReleases } from '#shared';
import { compareText, fromRows, type KyselyDatabase } from '#persistence/stores';
import type { ByProject } from './release-list.types.ts';

/** The one before is searched among this many releases of the package. */
const MOST_EARLIER = 50;

const ASKED = { of: 'bigint', named: 'text' } as const;

export interface ReleaseOfProject {
  readonly projectId: number;
  readonly version: string;
}

/**
 * Returns the releases of the same package that each project first saw before these, at most 50 of
 * each, and when. Where two were first seen at once, the lower version was before.
 */
export async function readEarlier(
  { kysely, kind }: KyselyDatabase,
  asked: readonly ReleaseOfProject[],
  where: RawBuilder<unknown> = sql`1 = 1`,
): Promise<readonly (ReleaseOfProject & { readonly earlier: ReadonlyMap<string, number> })[]> {
  const list =
    kind === 'sqlite'
      ? sql`json_group_array(json_array(release, first_seen_at))`
      : sql`cast(json_agg(json_build_array(release, first_seen_at)) as text)`;
  const rows = asked.map(({ projectId, version }) => [projectId, version] as const);
  const found = await sql<{ of: number; at: number; named: string; earlier: string | null }>`
    select asked.of, asked.named, own.first_seen_at as at, (
      select ${list} from (
        select release, first_seen_at from releases
        where project_id = own.project_id and package = own.package
          and first_seen_at <= own.first_seen_at and release <> own.release and ${where}
        order by first_seen_at desc, release desc limit ${MOST_EARLIER}
      ) as before
    ) as earlier from ${fromRows(kind, ASKED, rows)} as asked
    join releases own on own.project_id = asked.of and own.release = asked.named`.execute(kysely);
  return found.rows.map(({ of, at, named, earlier }) => {
    const times = new Map(JSON.parse(earlier ?? '[]') as [string, number][]).set(named, at);
    const isBefore = ([name]: readonly [string, number]): boolean =>
      (times.get(name)! - at || compareReleases(name, named, times) || compareText(name, named)) <
      0;
    return { projectId: of, version: named, earlier: new Map([...times].filter(isBefore)) };
  });
}

/**
 * Returns the one before each release: the newest by version of the same package among those that
 * the project saw before it.
 */
export async function findPrevious(
  database: KyselyDatabase,
  asked: readonly ReleaseOfProject[],
  where?: RawBuilder<unknown>,
): Promise<ByProject<string>> {
  const found = new Map(asked.map(({ projectId }) => [projectId, new Map<string, string>()]));
  for (const { projectId, version, earlier } of await readEarlier(database, asked, where)) {
    const previous = sortReleases(earlier.keys(), earlier).at(-1);
    if (previous !== undefined) found.get(projectId)?.set(version, previous);
  }
  return found;
}
