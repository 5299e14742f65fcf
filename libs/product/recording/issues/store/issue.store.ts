import { sql } from 'kysely';
import type { Compilable, InferResult, Kysely } from 'kysely';
import { issueStatuses, searchLimits, toCurrentState } from '#shared';
import type { Search, IssueStatus } from '#shared';
import type { KyselyDatabase, Schema, SlotOf } from '#persistence/stores';
import { toIdList, toIdParameter, KeptQueries } from '#persistence/stores';
import { readCountFilter, measureIssues } from '#product/recording/counts';
import type { CountFilter, IssueCount } from '#product/recording/counts';
import { findCounted } from './find-counted.ts';
import type { CountedSort, SeenIssue } from './find-counted.ts';
import type { LookAlikeKeys } from '#product/recording/reports';
import { findAlike } from './find-alike.ts';
import { whereSearch } from './search/where-search.ts';
import { selectPage, sortColumns, walksAll } from './select-page.ts';
import type { WantedPage } from './select-page.ts';
import { selectedState, toIssueState } from './state-row.ts';
import type { Issue, AlikeIssue, IssueOrder, WantedIssues, PageEdge } from './issue.types.ts';

export class IssueStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  /**
   * Returns at most `limit` issues, sorted by `sort` (last seen by default). The greatest value
   * comes first; among equal values, the newest issue comes first. Merged issues are left out.
   * `before` continues after the last row of a page; `after` ends before the first row of a page.
   * Sorts by events, users and trend cover the 2,000 issues seen last.
   *
   * When the search names releases or environments, or `span` is set, only issues with matching
   * events are found. `events` and `lastSeenMs` then count only matching events, and the sort by
   * last seen covers 2,000 issues as well. Sorts by users and trend still use all events of an
   * issue.
   */
  async list({
    limit,
    sort = 'lastSeen',
    before,
    after,
    ...wanted
  }: WantedIssues & {
    limit: number;
    sort?: IssueOrder;
    before?: PageEdge;
    after?: PageEdge;
  }): Promise<Issue[]> {
    const { nowMs = Date.now() } = wanted;
    const counts = await readCountFilter(this.#database, wanted);
    const asked = { sort, wanted: { ...wanted, nowMs }, counts };
    const edge = after ?? before;
    const turned = edge && { ...edge, isAbove: !after };
    const counted =
      counts && (sort === 'lastSeen' || sort === 'events')
        ? await this.#listCounted(counts, { ...asked, sort, limit, edge: turned })
        : await this.#recount(await this.#listPage({ ...asked, limit, edge: turned }), counts);
    // Sorts here, not in the database: SQLite copies whole rows to sort them, which takes a quarter
    // of the time of reading a page.
    const column = sortColumns[sort];
    const sorted = counted.toSorted(
      (one, other) => other[column] - one[column] || other.id - one.id,
    );
    const page = after ? sorted.slice(-limit) : sorted.slice(0, limit);
    return page.map((row) => toIssue(row, nowMs));
  }

  #listPage({ limit, edge, ...asked }: RequestedPage): Promise<IssueRow[]> {
    const direction = edge ? (edge.isAbove ? 'before' : 'after') : 'first';
    const values = { limit, edgeValue: edge?.value ?? 0, edgeId: edge?.id ?? 0 };
    return this.#runPage(
      { ...asked, name: `${direction} by ${asked.sort}`, values },
      (page, slot) =>
        selectIssues(this.#database.kysely).where(
          'issues.id',
          'in',
          selectPage(this.#database.kind, {
            ...page,
            limit: slot('limit'),
            edge: edge && {
              value: slot('edgeValue'),
              id: slot('edgeId'),
              isAbove: edge.isAbove,
            },
          }),
        ),
    );
  }

  /**
   * Returns a page sorted by the events that pass the filter, from the 2,000 issues seen last that
   * have such events.
   */
  async #listCounted(
    counts: CountFilter,
    { limit, edge, ...asked }: RequestedPage & { readonly sort: CountedSort },
  ): Promise<readonly RecountedRow[]> {
    const loose: CountFilter = { ...counts, isLoose: true };
    const walk = (size: number, from: PageEdge | undefined) => {
      const next = from && { ...from, isAbove: true };
      return this.#walkSeen({ ...asked, counts: loose, limit: size, edge: next });
    };
    const measure = (ids: readonly number[]) => measureIssues(this.#database, ids, counts);
    const areFew = counts.issueIds !== undefined;
    const found = await findCounted({ walk, measure }, { sort: asked.sort, limit, edge, areFew });
    if (found.size === 0) return [];
    const ids = [...found.keys()];
    const rows = await selectIssues(this.#database.kysely).where('issues.id', 'in', ids).execute();
    return withCounts(rows, found);
  }

  async #walkSeen({ limit, edge, ...asked }: RequestedPage): Promise<SeenIssue[]> {
    const { kind, kysely } = this.#database;
    const rows = await this.#runPage(
      { ...asked, sort: 'lastSeen', name: 'walk', values: {} },
      (page) =>
        kysely
          .selectFrom('issues')
          .select(['id', 'last_seen_at'])
          .where('id', 'in', selectPage(kind, { ...page, limit: sql.lit(limit), edge })),
    );
    return rows
      .map(({ id, last_seen_at }) => ({ id, lastSeenMs: last_seen_at }))
      .toSorted((one, other) => other.lastSeenMs - one.lastSeenMs || other.id - one.id)
      .slice(0, limit);
  }

  /**
   * Counts the issues; returns `limit` when there are more. The default limit is one more than a
   * list displays: 10,001, or 2,001 when the search names releases or environments or a span is
   * set.
   */
  async count({
    limit: most,
    ...wanted
  }: WantedIssues & { readonly limit?: number }): Promise<number> {
    const { kind, kysely } = this.#database;
    const { nowMs = Date.now() } = wanted;
    const counts = await readCountFilter(this.#database, wanted);
    const limit = most ?? (counts ? searchLimits.issuesSorted : searchLimits.issuesCounted) + 1;
    const [row] = await this.#runPage(
      { name: 'count', sort: 'lastSeen', wanted: { ...wanted, nowMs }, counts, values: { limit } },
      (page, slot) => {
        const issues = selectPage(kind, { ...page, limit: slot('limit'), edge: undefined });
        return kysely
          .selectFrom(sql<{ id: number }>`${issues}`.as('found'))
          .select(({ fn }) => fn.countAll<number>().as('issues'));
      },
    );
    return Math.min(row!.issues, limit);
  }

  async #recount(
    rows: readonly IssueRow[],
    filter: CountFilter | undefined,
  ): Promise<readonly RecountedRow[]> {
    if (!filter) return rows;
    const ids = rows.map(({ id }) => id);
    return withCounts(rows, await measureIssues(this.#database, ids, filter));
  }

  /**
   * Runs the query that `build` returns. The compiled query is kept when the search is empty or
   * names a status alone, as on most pages. Other searches are too varied to keep.
   */
  #runPage<V extends Readonly<Record<string, unknown>>, R>(
    { name, sort, wanted, counts, values }: PageQuery<V>,
    build: (page: FoundPage, slot: SlotOf<V>) => Compilable<R>,
  ): Promise<R[]> {
    const { kind, kysely } = this.#database;
    const { nowMs, projectIds, selfId } = wanted;
    const { status, rest } = splitStatus(wanted.search ?? [], sort);
    const isPlain = rest.length === 0 && !counts;
    const where = isPlain ? undefined : whereSearch(rest, { kind, nowMs, selfId, counts });
    const all = { ...values, nowMs, projectIds: toIdParameter(kind, projectIds ?? []) };
    const toQuery = (slot: SlotOf<typeof all>): Compilable<R> =>
      build(
        {
          sort,
          status,
          where,
          nowMs: slot('nowMs'),
          projectIds: projectIds && slot('projectIds'),
        },
        slot,
      );
    const kept = `${name} of ${status ?? 'all'}${projectIds ? ' in projects' : ''}`;
    if (!where) return this.#kept.run(kept, all, toQuery);
    const query = toQuery((slot) => sql`${all[slot]}`).compile();
    return kysely.executeQuery(query).then(({ rows }) => rows);
  }

  /**
   * Returns the issue with its state at `nowMs`, by default this machine's time. Returns undefined
   * when the issue does not exist or is merged. Says whether other issues are merged into it.
   */
  async find(id: number, nowMs = Date.now()): Promise<Issue | undefined> {
    const [row] = await this.#kept.run('find', { id }, (slot) =>
      selectIssues(this.#database.kysely)
        .select((issue) =>
          issue
            .selectFrom('issues as merged')
            .select('merged.id')
            .whereRef('merged.merged_into', '=', 'issues.id')
            .limit(1)
            .as('merged_id'),
        )
        .where('issues.id', '=', slot('id'))
        .where('issues.merged_into', 'is', null),
    );
    return (
      row && { ...toIssue(row, nowMs), ...(row.merged_id === null ? {} : { hasMerged: true }) }
    );
  }

  /**
   * Returns the id of the issue with this number, or of the issue that it was merged into. Returns
   * undefined when there is no such issue.
   */
  async findByNumber(projectId: number, number: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('issues')
      .select(['id', 'merged_into'])
      .where('project_id', '=', projectId)
      .where('number', '=', number)
      .executeTakeFirst();
    return row?.merged_into ?? row?.id;
  }

  /**
   * Returns true when any of these projects, or of all projects, has ever had an issue. Deleted
   * issues count as well.
   */
  async hasEverHadIssues(projectIds?: readonly number[]): Promise<boolean> {
    // Issue numbers are never reused, so the next number reveals issues that were deleted.
    const { kind, kysely } = this.#database;
    const numbered = kysely
      .selectFrom('projects')
      .select('id')
      .where('next_issue_number', '>', 1)
      .limit(1);
    const found = await (
      projectIds
        ? numbered.where('id', 'in', toIdList(kind, toIdParameter(kind, projectIds)))
        : numbered
    ).executeTakeFirst();
    return found !== undefined;
  }

  /**
   * Finds the project of a merged issue as well. Returns undefined when the issue does not exist.
   */
  async findProject(id: number): Promise<number | undefined> {
    const [row] = await this.#kept.run('project', { id }, (slot) =>
      this.#database.kysely.selectFrom('issues').select('project_id').where('id', '=', slot('id')),
    );
    return row?.project_id;
  }

  /** Issues that do not exist are missing from the result. */
  async listProjectsOf(issueIds: readonly number[]): Promise<Map<number, number>> {
    if (issueIds.length === 0) return new Map();
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .select(['id', 'project_id'])
      .where('id', 'in', issueIds)
      .execute();
    return new Map(rows.map(({ id, project_id }) => [id, project_id]));
  }

  /**
   * Returns at most `limit` other issues of the project that share one of these look-alike keys.
   * Issues that share both keys come first, then the latest seen. For each look-alike key only the
   * 50 newest grouping keys are read.
   */
  async listAlike(options: {
    issueId: number;
    projectId: number;
    lookAlikes: LookAlikeKeys;
    limit: number;
    nowMs?: number;
  }): Promise<AlikeIssue[]> {
    const { limit, nowMs = Date.now() } = options;
    const alike = await findAlike(this.#database.kysely, options);
    if (alike.size === 0) return [];
    const rows = await selectIssues(this.#database.kysely)
      .where('issues.id', 'in', [...alike.keys()])
      .execute();
    return rows
      .map((row) => ({ ...toIssue(row, nowMs), alike: alike.get(row.id)! }))
      .toSorted(
        (one, other) =>
          other.alike.length - one.alike.length ||
          other.lastSeenMs - one.lastSeenMs ||
          other.id - one.id,
      )
      .slice(0, limit);
  }
}

interface PageQuery<V> {
  readonly name: string;
  readonly sort: IssueOrder;
  readonly wanted: WantedIssues & { readonly nowMs: number };
  readonly counts: CountFilter | undefined;
  readonly values: V;
}

type FoundPage = Omit<WantedPage, 'limit' | 'edge'>;

interface RequestedPage extends Omit<PageQuery<unknown>, 'name' | 'values'> {
  readonly limit: number;
  readonly edge: (PageEdge & { readonly isAbove: boolean }) | undefined;
}

/**
 * Takes a single status out of the search, so that the page can be read from an index by status.
 * Sorts for which `walksAll` is true have no such index.
 */
function splitStatus(
  search: Search,
  sort: IssueOrder,
): { readonly status: IssueStatus | undefined; readonly rest: Search } {
  const found = search.find(
    (term) =>
      term.kind === 'choice' && term.key === 'is' && !term.isNegated && isStatus(term.values),
  );
  if (found?.kind !== 'choice' || walksAll(sort)) return { status: undefined, rest: search };
  const status = issueStatuses.find((each) => each === found.values[0]);
  return { status, rest: search.filter((term) => term !== found) };
}

function isStatus(values: readonly string[]): boolean {
  return values.length === 1 && issueStatuses.some((status) => status === values[0]);
}

type IssueRow = InferResult<ReturnType<typeof selectIssues>>[number];

type RecountedRow = IssueRow & { readonly all_events?: number };

/** Drops issues without a count. They were deleted between the two statements. */
function withCounts(
  rows: readonly IssueRow[],
  counts: ReadonlyMap<number, IssueCount>,
): readonly RecountedRow[] {
  return rows.flatMap((row) => {
    const count = counts.get(row.id);
    if (!count) return [];
    const { events, lastSeenMs: last_seen_at } = count;
    return [{ ...row, events, all_events: row.events, last_seen_at }];
  });
}

function selectIssues(db: Kysely<Schema>) {
  return db
    .selectFrom('issues')
    .innerJoin('projects', 'projects.id', 'issues.project_id')
    .select([
      'issues.id',
      'issues.project_id',
      'projects.slug',
      'issues.number',
      'issues.type',
      'issues.value',
      'issues.place',
      'issues.level',
      'issues.events',
      'issues.users',
      'issues.last_seen_at',
      'issues.trend',
      'issues.first_release',
      'issues.last_release',
      'issues.regressed_release',
      'issues.assignee_id',
    ])
    .select(selectedState)
    .where('projects.deleted_at', 'is', null);
}

function toIssue(row: RecountedRow, nowMs: number): Issue {
  return {
    id: row.id,
    projectId: row.project_id,
    projectSlug: row.slug,
    number: row.number,
    type: row.type,
    value: row.value,
    place: row.place,
    level: row.level,
    events: row.events,
    allEvents: row.all_events,
    users: row.users,
    firstSeenMs: row.first_seen_at,
    lastSeenMs: row.last_seen_at,
    trend: row.trend,
    firstRelease: row.first_release ?? undefined,
    lastRelease: row.last_release ?? undefined,
    regressedRelease: row.regressed_release ?? undefined,
    state: toCurrentState(toIssueState(row), nowMs),
    assigneeId: row.assignee_id ?? undefined,
  };
}
