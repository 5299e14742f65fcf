import { sql } from 'kysely';
import type { InferResult, Kysely, RawBuilder } from 'kysely';
import { toCurrentState } from '#shared';
import type { IssueStatus } from '#shared';
import type { DatabaseKind } from '../../database.ts';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { HOUR_MS, MINUTE_MS, toBars, toBucketRange } from '../../statements/buckets.ts';
import type { BucketRange } from '../../statements/buckets.ts';
import { toIdList, toIdParameter } from '../../statements/id-list.ts';
import type { LookAlikeKeys } from '../recording/report.store.ts';
import { findAlike } from './find-alike.ts';
import { IssueStore } from './issue.store.ts';
import type { AlikeIssue, Bars, Issue } from './issue.store.ts';
import { KeptQueries } from '../../statements/kept-queries.ts';
import { selectedState, toIssueState } from './state-row.ts';
import { selectPage } from '../triage/select-page.ts';

export class KyselyIssueStore extends IssueStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  override async list(options: {
    limit: number;
    before?: { lastSeenMs: number; id: number };
    status?: IssueStatus;
    nowMs?: number;
    projectIds?: readonly number[];
  }): Promise<Issue[]> {
    const { limit, before, status, nowMs = Date.now(), projectIds } = options;
    const { kind, kysely } = this.#database;
    const values = {
      limit,
      nowMs,
      beforeMs: before?.lastSeenMs ?? 0,
      beforeId: before?.id ?? 0,
      projectIds: toIdParameter(kind, projectIds ?? []),
    };
    const name = `list ${status ?? 'all'}${before ? ' before' : ''}${projectIds ? ' in projects' : ''}`;
    const rows = await this.#kept.run(name, values, (slot) =>
      selectIssues(kysely).where(
        'issues.id',
        'in',
        selectPage(kind, {
          limit: slot('limit'),
          before: before && { lastSeenMs: slot('beforeMs'), id: slot('beforeId') },
          status,
          nowMs: slot('nowMs'),
          projectIds: projectIds && slot('projectIds'),
        }),
      ),
    );
    // Not by the database: SQLite copies whole rows to sort them, which is a quarter of reading a page of them.
    return rows
      .toSorted((one, other) => other.last_seen_at - one.last_seen_at || other.id - one.id)
      .slice(0, limit)
      .map((row) => toIssue(row, nowMs));
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
      'issues.first_release',
      'issues.last_release',
      'issues.assignee_id',
    ])
    .select(selectedState);
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
    ...(row.first_release === null ? {} : { firstRelease: row.first_release }),
    ...(row.last_release === null ? {} : { lastRelease: row.last_release }),
    state: toCurrentState(toIssueState(row), nowMs),
    ...(row.assignee_id === null ? {} : { assigneeId: row.assignee_id }),
  };
}
