import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { asksForLatest, comparesReleases } from '#shared';
import type { ReleaseFacts, Search } from '#shared';
import type { DatabaseKind, Schema, BucketRange } from '#persistence/stores';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  toBucketRange,
  toIdList,
  toIdParameter,
} from '#persistence/stores';
import { UNNAMED } from './count.tables.ts';
import type { CountedNameKind } from './count.tables.ts';
import { matchesTerm, listCountedTerms } from './name-matching.ts';
import { readLatestReleases } from './seen-releases.ts';
import type { CountedTerm } from './name-matching.ts';

/** The last `count` buckets up to the one that contains `endMs`. */
export interface CountSpan {
  readonly unit: keyof typeof UNITS;
  readonly count: number;
  readonly endMs: number;
}

const UNITS = {
  minute: { table: 'event_minutes', bucketMs: MINUTE_MS },
  hour: { table: 'event_hours', bucketMs: HOUR_MS },
  day: { table: 'event_days', bucketMs: DAY_MS },
} as const;

export interface CountFilter {
  readonly table: (typeof UNITS)[CountSpan['unit']]['table'] | 'event_totals';
  /** Absent when the filter covers all time. */
  readonly range?: BucketRange;
  /** `release` and `environment` are absent when the filter does not restrict them. */
  readonly release?: AllowedNames;
  readonly environment?: AllowedNames;
  /** All issues that ever had an allowed release and environment; set only when they are few. */
  readonly issueIds?: readonly number[];
  /**
   * True when the condition may also match issues without a counted event, because the caller
   * counts their events afterwards.
   */
  readonly isLoose?: true;
}

export interface AllowedNames {
  /** Ids in `counted_names`, and `UNNAMED` when events without a name are allowed. */
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

export interface CountFilterInput {
  readonly search?: Search | undefined;
  readonly projectIds?: readonly number[] | undefined;
  readonly span?: CountSpan | undefined;
}

export function toCountRange({ unit, count, endMs }: CountSpan): BucketRange {
  return toBucketRange(endMs, UNITS[unit].bucketMs, count);
}

export function toCountTable({ unit }: CountSpan): (typeof UNITS)[CountSpan['unit']]['table'] {
  return UNITS[unit].table;
}

/** Uses `event_days` for hours that make up whole days, because that table has fewer rows. */
function toSpanned(span: CountSpan): CountFilter {
  const range = toCountRange(span);
  const isWhole = (timeMs: number) => timeMs % DAY_MS === 0;
  const { firstStartMs, lastStartMs, count } = range;
  const areDays = isWhole(firstStartMs) && isWhole(lastStartMs + HOUR_MS);
  return span.unit === 'hour' && areDays
    ? toSpanned({ unit: 'day', count: (count * HOUR_MS) / DAY_MS, endMs: span.endMs })
    : { table: toCountTable(span), range };
}

/**
 * Returns a filter for the span and for the releases and environments in the search. Returns
 * undefined when there is no span and the search has no release or environment.
 */
export async function readCountFilter(
  { kysely, kind }: { readonly kysely: Kysely<Schema>; readonly kind: DatabaseKind },
  { search = [], projectIds, span }: CountFilterInput,
): Promise<CountFilter | undefined> {
  const terms = listCountedTerms(search);
  if (terms.length === 0 && !span) return undefined;
  const spanned: CountFilter = span ? toSpanned(span) : { table: 'event_totals' };
  if (terms.length === 0) return spanned;
  const ids = projectIds && toIdList(kind, toIdParameter(kind, projectIds));
  const named = await readAllowed(kysely, terms, ids);
  const issueIds = await findFewIssues({ kysely, kind }, named);
  return { ...spanned, ...named, ...(issueIds ? { issueIds } : {}) };
}

type Named = Pick<CountFilter, 'release' | 'environment'>;

async function readAllowed(
  kysely: Kysely<Schema>,
  terms: readonly CountedTerm[],
  ids: RawBuilder<unknown> | undefined,
): Promise<Named> {
  const isTheirs = ids ? sql<boolean>`project_id in ${ids}` : sql<boolean>`1 = 1`;
  const kinds = [...new Set(terms.map(({ key }) => key))];
  const names = await readNames(kysely, kinds, isTheirs);
  const seen = comparesReleases(terms) ? await readFirstSeen(kysely, isTheirs) : new Map();
  const latest = asksForLatest(terms)
    ? await readLatestReleases(kysely, ids ?? sql`(select id from projects)`)
    : new Map<number, string>();
  const factsOf = (projectId: number): ReleaseFacts => ({
    firstSeenMs: seen.get(projectId) ?? NOTHING_SEEN,
    latest: latest.get(projectId),
  });
  const allow = (of: CountedNameKind): Named => {
    const own = terms.filter(({ key }) => key === of);
    return own.length === 0 ? {} : { [of]: toAllowed(own, { names, factsOf, of }) };
  };
  return { ...allow('release'), ...allow('environment') };
}

/**
 * Limits for finding issues by the index of releases. Beyond them a walk along all issues is
 * faster.
 */
const FEW = { releases: 100, rows: 2000 };

/**
 * Finds issues by the index of releases. Returns undefined when there are too many releases or
 * rows. Most releases occur in few issues, which a walk along all issues would find late.
 */
async function findFewIssues(
  { kysely, kind }: { readonly kysely: Kysely<Schema>; readonly kind: DatabaseKind },
  named: Named,
): Promise<readonly number[] | undefined> {
  if (!named.release || named.release.ids.length > FEW.releases) return undefined;
  const { rows } = await sql<{ issue_id: number | null }>`
    select k.issue_id from (
      select t.grouping_key_id from event_totals t
      where ${whereCounted(kind, 't', named)} limit ${sql.lit(FEW.rows + 1)}
    ) as found join grouping_keys k on k.id = found.grouping_key_id`.execute(kysely);
  if (rows.length > FEW.rows) return undefined;
  return [...new Set(rows.flatMap(({ issue_id }) => issue_id ?? []))];
}

export function whereCounted(
  kind: DatabaseKind,
  row: string,
  { range, release, environment }: Omit<CountFilter, 'table'>,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const isOf = (name: string, allowed: AllowedNames | undefined) =>
    allowed ? [sql`${column(name)} in ${toIdList(kind, toIdParameter(kind, allowed.ids))}`] : [];
  const conditions = [
    ...(range
      ? [sql`${column('starts_at')} between ${range.firstStartMs} and ${range.lastStartMs}`]
      : []),
    ...isOf('release_id', release),
    ...isOf('environment_id', environment),
  ];
  return conditions.length === 0 ? sql`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export function whereHasCounted(kind: DatabaseKind, filter: CountFilter): RawBuilder<boolean> {
  const { range, release, environment, issueIds, isLoose } = filter;
  const isFound = issueIds
    ? sql`issues.id in ${toIdList(kind, toIdParameter(kind, issueIds))}`
    : sql`1 = 1`;
  const has = sql`exists (
    select 1 from grouping_keys counted_key cross join ${sql.table(filter.table)} counted
    where counted_key.issue_id = issues.id and counted.grouping_key_id = counted_key.id
      and ${whereCounted(kind, 'counted', filter)})`;
  if (!range) return sql<boolean>`${isFound} and ${issueIds ? sql`1 = 1` : has}`;
  const seen = sql`${isFound} and issues.last_seen_at >= ${range.firstStartMs}`;
  if (issueIds && isLoose) return sql<boolean>`${seen}`;
  if (release ?? environment) return sql<boolean>`${seen} and ${has}`;
  // An issue that was last seen within the range has a counted event, namely its latest.
  const endMs = range.lastStartMs + range.bucketMs;
  return sql<boolean>`${seen} and (issues.last_seen_at < ${endMs} or ${has})`;
}

/**
 * Returns a condition on `issues`: true when any event of the issue names a release (or an
 * environment). Events with an unknown name (`OTHER`) count as events with a name, so
 * `!has:release` is true only when no event can have a release.
 */
export function whereCountedNamed(column: 'release_id' | 'environment_id'): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from grouping_keys counted_key cross join event_totals counted
    where counted_key.issue_id = issues.id and counted.grouping_key_id = counted_key.id
      and ${sql.ref(`counted.${column}`)} <> ${sql.lit(UNNAMED)})`;
}

interface KnownName {
  readonly id: number;
  readonly project_id: number;
  readonly kind: CountedNameKind;
  readonly name: string;
}

function readNames(
  kysely: Kysely<Schema>,
  kinds: readonly CountedNameKind[],
  isTheirs: RawBuilder<boolean>,
): Promise<KnownName[]> {
  return kysely
    .selectFrom('counted_names')
    .select(['id', 'project_id', 'kind', 'name'])
    .where(isTheirs)
    .where('kind', 'in', kinds)
    .execute();
}

async function readFirstSeen(
  kysely: Kysely<Schema>,
  isTheirs: RawBuilder<boolean>,
): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
  const rows = await kysely.selectFrom('releases').selectAll().where(isTheirs).execute();
  const byProject = new Map<number, Map<string, number>>();
  for (const { project_id, release, first_seen_at } of rows) {
    const seen = byProject.get(project_id) ?? new Map<string, number>();
    byProject.set(project_id, seen.set(release, first_seen_at));
  }
  return byProject;
}

const NOTHING_SEEN: ReadonlyMap<string, number> = new Map();

function toAllowed(
  terms: readonly CountedTerm[],
  facts: {
    readonly names: readonly KnownName[];
    readonly factsOf: (projectId: number) => ReleaseFacts;
    readonly of: CountedNameKind;
  },
): AllowedNames {
  const holds = (name: string | undefined, releases: ReleaseFacts) =>
    terms.every((term) => matchesTerm(term, name, releases));
  const allowed = facts.names.filter(
    ({ kind, name, project_id }) => kind === facts.of && holds(name, facts.factsOf(project_id)),
  );
  const unnamed = holds(undefined, {}) ? [UNNAMED] : [];
  return {
    ids: [...allowed.map(({ id }) => id), ...unnamed],
    names: [...new Set(allowed.map(({ name }) => name))],
  };
}
