import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { searchLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { hasText, toIdList, toIdParameter, type Capability, storeOf } from '#persistence/stores';
import { createSearch } from './migrations/0004-create-search.ts';

/**
 * The words of an issue's head. Only `statements/word-index.ts` reads and writes this table,
 * because the databases differ.
 */
interface IssueWordsTable {
  readonly words: unknown;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly issue_words: IssueWordsTable;
  }
}

/** Search keys whose values are stored. Values of `assigned` are ids of users. */
export const storedKeys = ['is', 'level', 'type', 'assigned', 'release', 'environment'] as const;

export type StoredKey = (typeof storedKeys)[number];

export interface StoredValue {
  readonly value: string;
  readonly issues?: number;
}

/** A list of this length may lack values. `typed` finds each. */
export const MOST_VALUES = 1000;

const MOST_PLACES = 50_000;

/** Number of latest events from which environments are collected. */
const LATEST_EVENTS = 5000;

interface Asked {
  readonly nowMs: number;
  readonly projectIds?: readonly number[];
  /** Only releases with this text in them, in either case of A to Z. */
  readonly typed?: string | undefined;
}

export class CompletionStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns at most 1,000 values in issues of these projects, or of all projects. Values with the
   * most issues come first, among the 10,000 issues seen last. Releases are sorted by when they
   * were first seen, newest first. Environments are sorted by how many of the latest events have
   * them.
   */
  list(key: StoredKey, asked: Asked): Promise<StoredValue[]> {
    if (key === 'release') return this.#listReleases(asked);
    if (key === 'environment') return this.#listEnvironments(asked);
    return this.#countIssues(toColumn(key, asked.nowMs), asked);
  }

  async #countIssues(column: RawBuilder<string>, asked: Asked): Promise<StoredValue[]> {
    const { rows } = await sql<{ value: string; issues: number }>`
      select found.value, cast(count(*) as bigint) as issues from (
        select ${column} as value from issues
        where issues.merged_into is null ${this.#isTheirs('issues', asked)}
        order by issues.last_seen_at desc limit ${sql.lit(searchLimits.issuesCounted)}
      ) as found
      where found.value is not null and found.value <> ''
      group by found.value order by issues desc, found.value limit ${sql.lit(MOST_VALUES)}`.execute(
      this.#database.kysely,
    );
    return rows;
  }

  async #listReleases(asked: Asked): Promise<StoredValue[]> {
    const { rows } = await sql<{ value: string }>`
      select release as value from releases
      where ${hasText(['release'], asked.typed)} ${this.#isTheirs('releases', asked)}
      group by release order by max(first_seen_at) desc, release
      limit ${sql.lit(MOST_VALUES)}`.execute(this.#database.kysely);
    return rows;
  }

  async #listEnvironments(asked: Asked): Promise<StoredValue[]> {
    const { rows } = await sql<{ value: string }>`
      select found.environment as value from (
        select project_id, environment from events order by id desc limit ${sql.lit(LATEST_EVENTS)}
      ) as found
      where found.environment <> '' ${this.#isTheirs('found', asked)}
      group by found.environment order by count(*) desc, found.environment
      limit ${sql.lit(MOST_VALUES)}`.execute(this.#database.kysely);
    return rows;
  }

  /**
   * Returns at most 1,000 names of tags in events of these projects, or of all projects, sorted.
   */
  async listTags(projectIds?: readonly number[]): Promise<string[]> {
    const { kind } = this.#database;
    // The `+` keeps both databases from using the index by project, which would walk all values of
    // all names.
    const isTheirs = projectIds
      ? sql`and +tags.project_id in ${toIdList(kind, toIdParameter(kind, projectIds))}`
      : sql``;
    // Steps from one name to the next along the index, because there are far more values than
    // names.
    const next = (from: RawBuilder<unknown>) =>
      sql`select min(name) from tags where ${from} ${isTheirs}`;
    const { rows } = await sql<{ name: string }>`
      with recursive names(name) as (
        select (${next(sql`1 = 1`)})
        union all
        select (${next(sql`tags.name > names.name`)}) from names where names.name is not null
      )
      select name from names where name is not null limit ${sql.lit(MOST_VALUES)}`.execute(
      this.#database.kysely,
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Returns the names for which no event has a tag. Looks at events of these projects, or of all
   * projects when `projectIds` is absent.
   */
  async listUnknownTags(
    names: readonly string[],
    projectIds?: readonly number[],
  ): Promise<string[]> {
    if (names.length === 0) return [];
    const isTheirs = this.#isTheirs('tags', projectIds ? { projectIds } : {});
    const asked = [...new Set(names)];
    const isKnown = asked.map(
      (name, index) => sql`exists (
        select 1 from tags where name = ${name} ${isTheirs}
      ) as ${sql.ref(`is${index}`)}`,
    );
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(isKnown)}`.execute(
      this.#database.kysely,
    );
    return asked.filter((_, index) => !rows[0]?.[`is${index}`]);
  }

  /**
   * Returns at most 1,000 values of a tag. Values with the most issues come first. The numbers of
   * issues are too low when there are more than 50,000 pairs of grouping key and value. `typed`
   * narrows the values to those that contain it.
   */
  async listTagValues(
    name: string,
    { projectIds, typed }: Pick<Asked, 'projectIds' | 'typed'> = {},
  ): Promise<StoredValue[]> {
    const { rows } = await sql<{ value: string; issues: number }>`
      select found.value, cast(count(distinct keys.issue_id) as bigint) as issues from (
        select named.value, counted.grouping_key_id from (
          select tags.id, tags.value from tags
          where tags.name = ${name} and tags.value <> ''
            and ${hasText(['tags.folded'], typed)}
            ${this.#isTheirs('tags', projectIds ? { projectIds } : {})}
          order by tags.folded limit ${sql.lit(MOST_VALUES)}
        ) as named cross join key_tags counted
        where counted.tag_id = named.id limit ${sql.lit(MOST_PLACES)}
      ) as found cross join grouping_keys keys
      where keys.id = found.grouping_key_id
      group by found.value order by issues desc, found.value`.execute(this.#database.kysely);
    return rows;
  }

  /** Returns the values of a tag that came first, so that names of strangers push none out later. */
  async listFirstTagValues(
    name: string,
    { limit, ...asked }: { readonly limit: number; readonly projectIds?: readonly number[] },
  ): Promise<string[]> {
    const { rows } = await sql<{ value: string }>`
      select min(tags.value) as value from tags
      where tags.name = ${name} and tags.value <> ''
        ${this.#isTheirs('tags', asked)}
      group by tags.folded order by min(tags.id) limit ${sql.lit(limit)}`.execute(
      this.#database.kysely,
    );
    return rows.map(({ value }) => value);
  }

  #isTheirs(
    table: string,
    { projectIds }: Partial<Pick<Asked, 'projectIds'>>,
  ): RawBuilder<unknown> {
    const { kind } = this.#database;
    return projectIds
      ? sql`and ${sql.ref(`${table}.project_id`)} in ${toIdList(kind, toIdParameter(kind, projectIds))}`
      : sql``;
  }
}

/** Agrees with the search: a mute whose time has passed counts as over. */
function toColumn(
  key: Exclude<StoredKey, 'release' | 'environment'>,
  nowMs: number,
): RawBuilder<string> {
  switch (key) {
    case 'is':
      return sql`case when issues.mute_until <= ${nowMs} then 'unresolved' else issues.status end`;
    case 'assigned':
      return sql`cast(issues.assignee_id as text)`;
    default:
      return sql.ref(`issues.${key}`);
  }
}

export const search = {
  tables: ['issue_words'],
  migrations: [createSearch],
  stores: {
    completions: storeOf(CompletionStore),
  },
} as const satisfies Capability;
