import type { ExpressionBuilder, Generated, Kysely, Transaction } from 'kysely';
import { quote } from '#product/people/audit/rules';
import { searchLimits } from '#shared';
import {
  inToldTransaction,
  inTransaction,
  KeptQueries,
  storeOf,
  toIdList,
  toIdParameter,
} from '#persistence/stores';
import type { Capability, JoinedWrite, KyselyDatabase, Schema } from '#persistence/stores';
import { issueSorts } from '#product/recording/issues';
import { holdProject } from '#product/projects/projects';
import { createSavedSearches } from './migrations/0027-create-saved-searches.ts';

declare module '#persistence/stores' {
  interface Schema {
    readonly saved_searches: {
      readonly id: Generated<number>;
      /** Null when the project owns the search. */
      readonly user_id: number | null;
      /** Project that owns the search, or to which a person's is limited; null for all projects. */
      readonly project_id: number | null;
      readonly name: string;
      readonly query: string;
      /** Another version may have stored an unknown `IssueSort`, which counts as `lastSeen`. */
      readonly sort: string;
      readonly is_default: Generated<number>;
    };
  }
}

export type SavedSearch = ReturnType<typeof toSavedSearch>;

/** `userId` and `projectId` are those of the table's columns. */
type Owner = Partial<Pick<SavedSearch, 'userId' | 'projectId'>>;

export type NewSavedSearch = Owner & Pick<SavedSearch, 'name' | 'query' | 'sort' | 'isDefault'>;

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

  /** Lists a person's searches, then those of these projects, each group sorted by name. */
  async list(of: { readonly userId: number; readonly projectIds?: readonly number[] | 'all' }) {
    const { kind, kysely } = this.#database;
    const { userId, projectIds = 'all' } = of;
    const isAll = projectIds === 'all';
    const values = { userId, projectIds: toIdParameter(kind, isAll ? [] : projectIds) };
    const rows = await this.#kept.run(isAll ? 'list' : 'list in projects', values, (slot) =>
      selectSearches(kysely).where((eb) => {
        const theirs = eb.or([eb('user_id', '=', slot('userId')), eb('user_id', 'is', null)]);
        if (isAll) return theirs;
        const ofTheirs = eb('project_id', 'in', toIdList(kind, slot('projectIds')));
        return eb.and([theirs, eb.or([eb('project_id', 'is', null), ofTheirs])]);
      }),
    );
    return rows
      .map(toSavedSearch)
      .toSorted(
        (one, other) =>
          Number(one.userId === null) - Number(other.userId === null) ||
          one.name.localeCompare(other.name, 'en') ||
          one.id - other.id,
      );
  }

  async find(id: number, db: Kysely<Schema> = this.#database.kysely) {
    const row = await selectSearches(db).where('saved_searches.id', '=', id).executeTakeFirst();
    return row && toSavedSearch(row);
  }

  /** Returns the id, or undefined when the owner does not exist or has too many searches. */
  save(search: NewSavedSearch, tell?: JoinedWrite): Promise<number | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await this.#holdOwner(transaction, search))) return undefined;
      const { saved } = await transaction
        .selectFrom('saved_searches')
        .select(({ fn }) => fn.countAll<number>().as('saved'))
        .where(isOf(search))
        .executeTakeFirstOrThrow();
      if (saved >= searchLimits.savedPerOwner) return undefined;
      if (search.isDefault) await takeDefault(transaction, search);
      const { id } = await transaction
        .insertInto('saved_searches')
        .values({
          user_id: search.userId ?? null,
          project_id: search.projectId ?? null,
          name: search.name,
          query: search.query,
          sort: search.sort,
          is_default: Number(search.isDefault),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tell?.(transaction);
      return id;
    });
  }

  /**
   * A new default replaces the owner's previous one. Returns false when the search does not exist.
   */
  change(
    id: number,
    to: Partial<Pick<SavedSearch, 'name' | 'isDefault'>>,
    tell?: JoinedWrite,
  ): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const search = await this.find(id, transaction);
      if (!search) return false;
      await this.#holdOwner(transaction, search);
      if (to.isDefault) await takeDefault(transaction, search);
      const { name, isDefault } = { ...search, ...to };
      const { numUpdatedRows } = await transaction
        .updateTable('saved_searches')
        .set({ name, is_default: Number(isDefault) })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /** Returns false when the search does not exist. */
  remove(id: number, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const removed = transaction.deleteFrom('saved_searches').where('id', '=', id);
      return (await removed.executeTakeFirst()).numDeletedRows > 0n;
    });
  }

  /**
   * Locks the owner, so that simultaneous changes of one owner's searches wait for each other.
   * Returns false when the owner does not exist.
   */
  async #holdOwner(transaction: Transaction<Schema>, { userId, projectId }: Owner) {
    const { dialect } = this.#database;
    if (!userId) return holdProject(transaction, dialect, projectId ?? 0);
    const user = transaction.selectFrom('users').select('id').where('id', '=', userId);
    const held = dialect.hasConcurrentWriters ? user.forNoKeyUpdate() : user;
    return (await held.executeTakeFirst()) !== undefined;
  }
}

function selectSearches(db: Kysely<Schema>) {
  return db
    .selectFrom('saved_searches')
    .leftJoin('projects', 'projects.id', 'saved_searches.project_id')
    .select(['saved_searches.id', 'user_id as userId', 'project_id as projectId', 'query', 'sort'])
    .select(['saved_searches.name', 'is_default', 'projects.slug', 'projects.name as projectName'])
    .where('projects.deleted_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSearches>['executeTakeFirstOrThrow']>>;

function toSavedSearch({ slug, projectName, is_default, ...row }: Row) {
  return {
    ...row,
    sort: issueSorts.find((sort) => sort === row.sort) ?? ('lastSeen' as const),
    isDefault: is_default === 1,
    project: slug === null || projectName === null ? undefined : { slug, name: projectName },
  };
}

function isOf({ userId, projectId }: Owner) {
  const owned = userId ? { user_id: userId } : { user_id: null, project_id: projectId ?? 0 };
  return (eb: ExpressionBuilder<Schema, 'saved_searches'>) => eb.and(owned);
}

async function takeDefault(transaction: Transaction<Schema>, owner: Owner): Promise<void> {
  const update = transaction.updateTable('saved_searches').set({ is_default: 0 });
  await update.where(isOf(owner)).execute();
}

export const savedSearches = {
  tables: ['saved_searches'],
  migrations: [createSavedSearches],
  stores: { savedSearches: storeOf(SavedSearchStore) },
  ofPerson: ['saved_searches'],
  auditTexts: {
    search: 'Saved searches',
    'search.saved': ({ target, project, to }) =>
      `saved the search ${target} in ${project}: ${quote(to)}`,
    'search.renamed': ({ target, project, from }) =>
      `renamed the search ${from} of ${project} to ${target}`,
    'search.default': ({ target, project }) => `had ${project} open with the search ${target}`,
    'search.no-default': ({ target, project }) =>
      `had ${project} no longer open with the search ${target}`,
    'search.removed': ({ target, project }) => `removed the search ${target} of ${project}`,
  },
} as const satisfies Capability;
