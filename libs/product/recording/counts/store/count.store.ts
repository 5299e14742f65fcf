import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatabaseKind, KyselyDatabase, SlotOf } from '#persistence/stores';
import { toBars, toIdList, toIdParameter, KeptQueries } from '#persistence/stores';
import { readCountFilter, toCountRange, toCountTable, whereCounted } from './count-filter.ts';
import { countUsers } from './count-users.ts';
import { measureIssues } from './measure-issues.ts';
import type { CountSpan } from './count-filter.ts';
import type { CountedNameKind } from './count.tables.ts';
import type { Bars, WantedCounts, IssueCount, BegunRelease } from './count.types.ts';

export class CountStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  /** Returns exact counts by issue. Issues without a counted event are missing. */
  async count({ issueIds, ...wanted }: WantedCounts): Promise<Map<number, IssueCount>> {
    const filter = await readCountFilter(this.#database, wanted);
    return measureIssues(this.#database, issueIds, filter ?? { table: 'event_totals' });
  }

  /**
   * Returns a lower bound of the number of users, by issue. Only stored events are read, and only
   * the latest `eventsPerGroup` of the span for each grouping key.
   */
  async countUsers({
    issueIds,
    eventsPerGroup,
    ...wanted
  }: WantedCounts & { readonly eventsPerGroup: number }): Promise<Map<number, number>> {
    if (issueIds.length === 0) return new Map();
    const filter = await readCountFilter(this.#database, wanted);
    return countUsers(this.#database, issueIds, {
      ...(filter ?? { table: 'event_totals' }),
      eventsPerGroup,
    });
  }

  /**
   * Returns exact counts by issue, one bar for every `perBar` buckets of the span (1 by default).
   */
  async listBars({
    issueIds,
    search,
    span,
    perBar,
  }: WantedCounts & { readonly span: CountSpan; readonly perBar?: number }): Promise<
    Map<number, Bars>
  > {
    if (issueIds.length === 0) return new Map();
    const { kind, kysely } = this.#database;
    const range = toCountRange(span);
    const { firstStartMs, lastStartMs, bucketMs } = range;
    const table = toCountTable(span);
    const filter = await readCountFilter(this.#database, { search });
    const names = { release: filter?.release, environment: filter?.environment };
    const isFiltered = Object.values(names).some((allowed) => allowed !== undefined);
    const values = { ids: toIdParameter(kind, issueIds), firstStartMs, lastStartMs };
    const build = (slot: SlotOf<typeof values>) =>
      kysely
        .selectFrom(`${table} as bucket`)
        .innerJoin('grouping_keys', 'grouping_keys.id', 'bucket.grouping_key_id')
        // Aggregates all buckets into one row. A page of issues has thousands of buckets: separate
        // rows would each become an object, and grouping would sort them.
        .select([
          toJsonList(kind, sql.ref('grouping_keys.issue_id')).as('ids'),
          // Divides by a literal, because SQLite receives parameters as floating-point numbers. The
          // text of a floating-point quotient costs several times as much.
          toJsonList(kind, sql`bucket.starts_at / ${sql.lit(bucketMs)}`).as('numbers'),
          toJsonList(kind, sql.ref('bucket.events')).as('events'),
        ])
        .where('grouping_keys.issue_id', 'in', toIdList(kind, slot('ids')))
        .where('bucket.starts_at', '>=', slot('firstStartMs'))
        .where('bucket.starts_at', '<=', slot('lastStartMs'))
        .$if(isFiltered, (query) => query.where(whereCounted(kind, 'bucket', names)));
    // Filtered queries are too varied to keep compiled.
    const [counts] = isFiltered
      ? await build((name) => sql`${values[name]}`).execute()
      : await this.#kept.run(table, values, build);
    return toBars(range, issueIds, counts!, perBar);
  }

  /**
   * Returns at most `limit` distinct releases or environments of these projects, or of all
   * projects. The most recently added come first.
   */
  async listNames({
    kind: of,
    projectIds,
    limit,
  }: {
    readonly kind: CountedNameKind;
    readonly projectIds?: readonly number[];
    readonly limit: number;
  }): Promise<string[]> {
    const { kind, kysely } = this.#database;
    // Several projects may use the same name, so more rows than `limit` are read.
    const values = { of, ids: toIdParameter(kind, projectIds ?? []), limit: 4 * limit };
    const rows = await this.#kept.run(projectIds ? 'names in projects' : 'names', values, (slot) =>
      kysely
        .selectFrom('counted_names')
        .select('name')
        .where('kind', '=', slot('of'))
        .$if(projectIds !== undefined, (query) =>
          query.where('project_id', 'in', toIdList(kind, slot('ids'))),
        )
        .orderBy('id', 'desc')
        .limit(slot('limit')),
    );
    return [...new Set(rows.map(({ name }) => name))].slice(0, limit);
  }

  /**
   * Returns at most `limit` releases that began within the span and in which the issue occurred,
   * latest first.
   */
  async listBegun({
    issueId,
    projectId,
    span,
    limit,
  }: {
    readonly issueId: number;
    readonly projectId: number;
    readonly span: CountSpan;
    readonly limit: number;
  }): Promise<BegunRelease[]> {
    const { firstStartMs, lastStartMs, bucketMs } = toCountRange(span);
    const values = { issueId, projectId, firstStartMs, endMs: lastStartMs + bucketMs, limit };
    return this.#kept.run('begun', values, (slot) =>
      this.#database.kysely
        .selectFrom('releases')
        .innerJoin('counted_names', (join) =>
          join
            .onRef('counted_names.project_id', '=', 'releases.project_id')
            .onRef('counted_names.name', '=', 'releases.release')
            .on('counted_names.kind', '=', 'release'),
        )
        .select(['release', 'first_seen_at as atMs'])
        .where('releases.project_id', '=', slot('projectId'))
        .where((where) =>
          where.exists(
            where
              .selectFrom('grouping_keys')
              .innerJoin('event_totals', 'event_totals.grouping_key_id', 'grouping_keys.id')
              .select('release_id')
              .where('issue_id', '=', slot('issueId'))
              // The bucket of all time starts at 0. This condition lets the database use the primary
              // key, which begins with the grouping key and `starts_at`.
              .where('event_totals.starts_at', '=', 0)
              .whereRef('release_id', '=', 'counted_names.id'),
          ),
        )
        .where('first_seen_at', '>=', slot('firstStartMs'))
        .where('first_seen_at', '<', slot('endMs'))
        .orderBy('first_seen_at', 'desc')
        .limit(slot('limit')),
    );
  }
}

/**
 * Returns SQL that collects the numbers of all rows in one JSON list, or null when there is no row.
 * The lists of all columns have the same order.
 */
function toJsonList(kind: DatabaseKind, number: RawBuilder<number>): RawBuilder<string | null> {
  return kind === 'sqlite'
    ? sql`json_group_array(${number})`
    : sql`cast(json_agg(${number}) as text)`;
}
