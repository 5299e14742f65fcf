import { sql } from 'kysely';
import type { Compilable, InferResult, Kysely, RawBuilder } from 'kysely';
import { issueStatuses, searchLimits, toCurrentState } from '#shared';
import type { IssueSearch, IssueStatus } from '#shared';
import type { DatabaseKind } from '../../database.ts';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { HOUR_MS, MINUTE_MS, toBars, toBucketRange } from '../../statements/buckets.ts';
import type { BucketRange } from '../../statements/buckets.ts';
import { toIdList, toIdParameter } from '../../statements/id-list.ts';
import type { LookAlikeKeys } from '../recording/report.store.ts';
import { findAlike } from './find-alike.ts';
import { IssueStore } from './issue.store.ts';
import type { AlikeIssue, Bars, Issue, IssueOrder, WantedIssues } from './issue.store.ts';
import { KeptQueries } from '../../statements/kept-queries.ts';
import type { SlotOf } from '../../statements/kept-queries.ts';
import { whereSearch } from '../search/where-search.ts';
import { selectPage, sortColumns, walksAll } from './select-page.ts';
import type { WantedPage } from './select-page.ts';
import { selectedState, toIssueState } from './state-row.ts';

export class KyselyIssueStore extends IssueStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  override async list({
    limit,
    sort = 'lastSeen',
    before,
    after,
    ...wanted
  }: Parameters<IssueStore['list']>[0]): Promise<Issue[]> {
    const { nowMs = Date.now() } = wanted;
    const edge = after ?? before;
    const direction = after ? 'after' : before ? 'before' : 'first';
    const values = { limit, edgeValue: edge?.value ?? 0, edgeId: edge?.id ?? 0 };
    const rows = await this.#runPage(
      { name: `${direction} by ${sort}`, sort, wanted: { ...wanted, nowMs }, values },
      (page, slot) =>
        selectIssues(this.#database.kysely).where(
          'issues.id',
          'in',
          selectPage(this.#database.kind, {
            ...page,
            limit: slot('limit'),
            edge: edge && { value: slot('edgeValue'), id: slot('edgeId'), isAbove: !after },
          }),
        ),
    );
    // Not by the database: SQLite copies whole rows to sort them, which is a quarter of reading a page of them.
    const column = sortColumns[sort];
    const sorted = rows.toSorted((one, other) => other[column] - one[column] || other.id - one.id);
    const page = after ? sorted.slice(-limit) : sorted.slice(0, limit);
    return page.map((row) => toIssue(row, nowMs));
  }

  override async count(wanted: WantedIssues): Promise<number> {
    const { kind, kysely } = this.#database;
    const { nowMs = Date.now() } = wanted;
    const limit = searchLimits.issuesCounted + 1;
    const [row] = await this.#runPage(
      { name: 'count', sort: 'lastSeen', wanted: { ...wanted, nowMs }, values: { limit } },
      (page, slot) => {
        const issues = selectPage(kind, { ...page, limit: slot('limit'), edge: undefined });
        return kysely
          .selectFrom(sql<{ id: number }>`${issues}`.as('found'))
          .select(({ fn }) => fn.countAll<number>().as('issues'));
      },
    );
    return Math.min(row!.issues, limit);
  }

  /**
   * The rows of the query that `build` gives. It is kept where nothing or a status alone is searched for, as most pages
   * do: of all other searches there are too many.
   */
  #runPage<V extends Readonly<Record<string, unknown>>, R>(
    { name, sort, wanted, values }: PageQuery<V>,
    build: (page: FoundPage, slot: SlotOf<V>) => Compilable<R>,
  ): Promise<R[]> {
    const { kind, kysely } = this.#database;
    const { nowMs, projectIds, selfId } = wanted;
    const { status, rest } = splitStatus(wanted.search ?? [], sort);
    const where = rest.length === 0 ? undefined : whereSearch(rest, { kind, nowMs, selfId });
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

  override async find(id: number, nowMs = Date.now()): Promise<Issue | undefined> {
    const row = await selectIssues(this.#database.kysely)
      .where('issues.id', '=', id)
      .where('issues.merged_into', 'is', null)
      .executeTakeFirst();
    return row && toIssue(row, nowMs);
  }

  override async findByNumber(projectId: number, number: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('issues')
      .select(['id', 'merged_into'])
      .where('project_id', '=', projectId)
      .where('number', '=', number)
      .executeTakeFirst();
    return row?.merged_into ?? row?.id;
  }

  override async hasEverHad(projectIds?: readonly number[]): Promise<boolean> {
    // Numbers are not given again: the next one tells of issues that have gone.
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

  override async findProject(id: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('issues')
      .select('project_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.project_id;
  }

  override async listProjectsOf(issueIds: readonly number[]): Promise<Map<number, number>> {
    if (issueIds.length === 0) return new Map();
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .select(['id', 'project_id'])
      .where('id', 'in', issueIds)
      .execute();
    return new Map(rows.map(({ id, project_id }) => [id, project_id]));
  }

  override async listAlike(options: {
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

  override async listHourBars(options: {
    issueIds: readonly number[];
    nowMs: number;
    hours: number;
  }): Promise<Map<number, Bars>> {
    const { issueIds, nowMs, hours } = options;
    return this.#listBars('event_hours', issueIds, toBucketRange(nowMs, HOUR_MS, hours));
  }

  override async getMinuteBars(options: {
    issueId: number;
    nowMs: number;
    minutes: number;
  }): Promise<Bars> {
    const { issueId, nowMs, minutes } = options;
    const range = toBucketRange(nowMs, MINUTE_MS, minutes);
    const bars = await this.#listBars('event_minutes', [issueId], range);
    return bars.get(issueId)!;
  }

  async #listBars(
    table: 'event_hours' | 'event_minutes',
    issueIds: readonly number[],
    range: BucketRange,
  ): Promise<Map<number, Bars>> {
    if (issueIds.length === 0) return new Map();
    const { kind, kysely } = this.#database;
    const { bucketMs, firstStartMs, lastStartMs } = range;
    const values = { ids: toIdParameter(kind, issueIds), firstStartMs, lastStartMs };
    const [counts] = await this.#kept.run(table, values, (slot) =>
      kysely
        .selectFrom(`${table} as bucket`)
        .innerJoin('grouping_keys', 'grouping_keys.id', 'bucket.grouping_key_id')
        // One row for all: a page of issues has thousands of buckets, each row is an object, and groups are sorted.
        .select([
          toJsonList(kind, sql.ref('grouping_keys.issue_id')).as('ids'),
          // By a literal: SQLite takes parameters for floating-point numbers, whose text costs several times as much.
          toJsonList(kind, sql`bucket.starts_at / ${sql.lit(bucketMs)}`).as('numbers'),
          toJsonList(kind, sql.ref('bucket.events')).as('events'),
        ])
        .where('grouping_keys.issue_id', 'in', toIdList(kind, slot('ids')))
        .where('bucket.starts_at', '>=', slot('firstStartMs'))
        .where('bucket.starts_at', '<=', slot('lastStartMs')),
    );
    return toBars(range, issueIds, counts!);
  }
}

/** The numbers of all rows as one text of JSON, in the same order in each column; null where there is no row. */
function toJsonList(kind: DatabaseKind, number: RawBuilder<number>): RawBuilder<string | null> {
  return kind === 'sqlite'
    ? sql`json_group_array(${number})`
    : sql`cast(json_agg(${number}) as text)`;
}

interface PageQuery<V> {
  /** What the query depends on, besides what is wanted. */
  readonly name: string;
  readonly sort: IssueOrder;
  readonly wanted: WantedIssues & { readonly nowMs: number };
  readonly values: V;
}

type FoundPage = Omit<WantedPage, 'limit' | 'edge'>;

/** Orders of all issues have no walk along a status. */
function splitStatus(
  search: IssueSearch,
  sort: IssueOrder,
): { readonly status: IssueStatus | undefined; readonly rest: IssueSearch } {
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
      'issues.assignee_id',
    ])
    .select(selectedState)
    .where('projects.deleted_at', 'is', null);
}

function toIssue(row: IssueRow, nowMs: number): Issue {
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
    users: row.users,
    firstSeenMs: row.first_seen_at,
    lastSeenMs: row.last_seen_at,
    trend: row.trend,
    ...(row.first_release === null ? {} : { firstRelease: row.first_release }),
    ...(row.last_release === null ? {} : { lastRelease: row.last_release }),
    state: toCurrentState(toIssueState(row), nowMs),
    ...(row.assignee_id === null ? {} : { assigneeId: row.assignee_id }),
  };
}
