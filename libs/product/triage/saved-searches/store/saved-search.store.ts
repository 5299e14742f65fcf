import type { Kysely, Transaction } from 'kysely';
import { searchLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import {
  toIdList,
  toIdParameter,
  KeptQueries,
  toPortableText,
  inTransaction,
} from '#persistence/stores';
import { issueSorts } from '#product/recording/issues';
import { holdProject } from '#product/projects/projects';
import type { IssueSort } from '#product/recording/issues';

export interface NewSavedSearch {
  /** Person who owns the search; absent when a project owns it. */
  readonly userId?: number;
  /**
   * Project that owns the search, or to which a person's search is limited. Absent for all
   * projects.
   */
  readonly projectId?: number;
  readonly name: string;
  readonly query: string;
  readonly sort: IssueSort;
  readonly isDefault: boolean;
}

export interface SavedSearch extends NewSavedSearch {
  readonly id: number;
  readonly project?: { readonly slug: string; readonly name: string };
}

type Owner = Pick<NewSavedSearch, 'userId' | 'projectId'>;

/**
 * Stores named searches. Each person and each project has at most `searchLimits.savedPerOwner` of
 * them, and at most one default. The caller checks permission.
 */
export class SavedSearchStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  /**
   * Lists a person's searches, then the searches of projects, each group sorted by name. When
   * `projectIds` is given, leaves out searches of other projects.
   */
  async list({
    userId,
    projectIds,
  }: {
    userId: number;
    projectIds?: readonly number[];
  }): Promise<SavedSearch[]> {
    const { kind, kysely } = this.#database;
    const values = { userId, projectIds: toIdParameter(kind, projectIds ?? []) };
    const rows = await this.#kept.run(projectIds ? 'list in projects' : 'list', values, (slot) =>
      selectSearches(kysely).where((eb) => {
        const theirs = eb.or([eb('user_id', '=', slot('userId')), eb('user_id', 'is', null)]);
        if (!projectIds) return theirs;
        const ofAll = eb('project_id', 'is', null);
        const ofTheirs = eb('project_id', 'in', toIdList(kind, slot('projectIds')));
        return eb.and([theirs, eb.or([ofAll, ofTheirs])]);
      }),
    );
    return rows
      .map(toSavedSearch)
      .toSorted(
        (one, other) =>
          Number(one.userId === undefined) - Number(other.userId === undefined) ||
          one.name.localeCompare(other.name, 'en') ||
          one.id - other.id,
      );
  }

  async find(id: number): Promise<SavedSearch | undefined> {
    const row = await selectSearches(this.#database.kysely)
      .where('saved_searches.id', '=', id)
      .executeTakeFirst();
    return row && toSavedSearch(row);
  }

  /**
   * Saves a search and returns its id. Returns undefined when the owner does not exist or has too
   * many searches.
   */
  save(search: NewSavedSearch): Promise<number | undefined> {
    const { userId, projectId, name, query, sort, isDefault } = search;
    return inTransaction(this.#database, async (transaction) => {
      if (!(await this.#holdOwner(transaction, search))) return undefined;
      const { saved } = await whereOwner(
        transaction
          .selectFrom('saved_searches')
          .select(({ fn }) => fn.countAll<number>().as('saved')),
        search,
      ).executeTakeFirstOrThrow();
      if (saved >= searchLimits.savedPerOwner) return undefined;
      if (isDefault) await takeDefault(transaction, search);
      const { id } = await transaction
        .insertInto('saved_searches')
        .values({
          user_id: userId ?? null,
          project_id: projectId ?? null,
          name: toPortableText(name),
          query: toPortableText(query),
          sort,
          is_default: isDefault ? 1 : 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  /**
   * Changes a search. A new default replaces the owner's previous one. Returns false when the
   * search does not exist.
   */
  change(
    id: number,
    { name, isDefault }: { readonly name?: string; readonly isDefault?: boolean },
  ): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const row = await selectSearches(transaction)
        .where('saved_searches.id', '=', id)
        .executeTakeFirst();
      if (!row) return false;
      const owner = toSavedSearch(row);
      await this.#holdOwner(transaction, owner);
      if (isDefault === true) await takeDefault(transaction, owner);
      const { numUpdatedRows } = await transaction
        .updateTable('saved_searches')
        .set({
          name: name === undefined ? row.name : toPortableText(name),
          is_default: (isDefault ?? row.is_default === 1) ? 1 : 0,
        })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  async remove(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('saved_searches')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /**
   * Locks the owner, so that simultaneous changes of one owner's searches wait for each other.
   * Returns false when the owner does not exist.
   */
  async #holdOwner(transaction: Transaction<Schema>, owner: Owner): Promise<boolean> {
    const { dialect } = this.#database;
    const { userId, projectId } = owner;
    if (userId === undefined) return holdProject(transaction, dialect, projectId ?? 0);
    const user = transaction.selectFrom('users').select('id').where('id', '=', userId);
    const held = dialect.hasConcurrentWriters ? user.forNoKeyUpdate() : user;
    return (await held.executeTakeFirst()) !== undefined;
  }
}

function selectSearches(db: Kysely<Schema>) {
  return db
    .selectFrom('saved_searches')
    .leftJoin('projects', 'projects.id', 'saved_searches.project_id')
    .select(['saved_searches.id', 'user_id', 'project_id', 'saved_searches.name', 'query', 'sort'])
    .select(['is_default', 'projects.slug', 'projects.name as project_name'])
    .where('projects.deleted_at', 'is', null);
}

type SearchRow = Awaited<ReturnType<ReturnType<typeof selectSearches>['executeTakeFirstOrThrow']>>;

function toSavedSearch(row: SearchRow): SavedSearch {
  const { id, user_id: userId, project_id: projectId, name, query, slug, project_name } = row;
  return {
    id,
    ...(userId === null ? {} : { userId }),
    ...(projectId === null ? {} : { projectId }),
    name,
    query,
    sort: issueSorts.find((sort) => sort === row.sort) ?? 'lastSeen',
    isDefault: row.is_default === 1,
    ...(slug === null || project_name === null ? {} : { project: { slug, name: project_name } }),
  };
}

interface Narrowable<Q> {
  where(column: 'user_id' | 'project_id', is: '=', value: number): Q;
  where(column: 'user_id', is: 'is', value: null): Q;
}

function whereOwner<Q extends Narrowable<Q>>(query: Q, { userId, projectId }: Owner): Q {
  return userId === undefined
    ? query.where('user_id', 'is', null).where('project_id', '=', projectId ?? 0)
    : query.where('user_id', '=', userId);
}

async function takeDefault(transaction: Transaction<Schema>, owner: Owner): Promise<void> {
  await whereOwner(
    transaction.updateTable('saved_searches').set({ is_default: 0 }),
    owner,
  ).execute();
}
