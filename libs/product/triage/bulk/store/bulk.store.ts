import type { Kysely } from 'kysely';
import { countOf, quote } from '#product/people/audit/rules';
import { issueLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, type Capability, storeOf } from '#persistence/stores';
import { readBulkAction, toBulkChange } from './bulk-row.ts';
import type { BulkRow } from './bulk-row.ts';
import { tables } from './bulk.tables.ts';
import { changeSome } from './change-some.ts';
import { holdBulk } from './hold-bulk.ts';
import { createBulk } from './migrations/0026-create-bulk.ts';
import { undoSome } from './undo-some.ts';
import type { BulkState, BulkChange, BulkRequest } from './bulk.types.ts';

const LISTED = 20;

const AT_WORK: readonly BulkState[] = ['changing', 'undoing'];

/**
 * Changes all issues that a search finds, in short steps that continue after a crash.
 *
 * Each step checks again in which projects the person may change issues. An issue is changed only
 * when the search still matches it. Issues that are created later stay unchanged. People see only
 * their own bulk changes.
 */
export class BulkStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Begins a bulk change and returns its id. Returns undefined when the person already has
   * `issueLimits.bulksAtWork` unfinished ones.
   */
  ask(request: BulkRequest): Promise<number | undefined> {
    const { action, query, wanted, projectId, total, byUserId, nowMs } = request;
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const person = transaction.selectFrom('users').select('id').where('id', '=', byUserId);
      await (dialect.hasConcurrentWriters ? person.forNoKeyUpdate() : person).execute();
      const { atWork } = await transaction
        .selectFrom('bulk_changes')
        .select(({ fn }) => fn.countAll<number>().as('atWork'))
        .where('asked_by', '=', byUserId)
        .where('state', 'in', AT_WORK)
        .executeTakeFirstOrThrow();
      if (atWork >= issueLimits.bulksAtWork) return undefined;
      const { id } = await transaction
        .insertInto('bulk_changes')
        .values({
          project_id: projectId ?? null,
          query,
          search: JSON.stringify(wanted),
          wish: JSON.stringify(action),
          state: 'changing',
          asked_by: byUserId,
          asked_at: nowMs,
          // Steps go from high ids to low ones, so the start is above every existing issue.
          reached_id: (await findLastIssue(transaction)) + 1,
          total,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  async find(id: number, byUserId: number): Promise<BulkChange | undefined> {
    const row = await this.#database.kysely
      .selectFrom('bulk_changes')
      .selectAll()
      .where('id', '=', id)
      .where('asked_by', '=', byUserId)
      .executeTakeFirst();
    return row && toBulkChange(row);
  }

  async list(byUserId: number): Promise<BulkChange[]> {
    const rows = await this.#database.kysely
      .selectFrom('bulk_changes')
      .selectAll()
      .where('asked_by', '=', byUserId)
      .orderBy('id', 'desc')
      .limit(LISTED)
      .execute();
    return rows.map(toBulkChange);
  }

  /**
   * Stops a bulk change and makes the next steps undo it. An issue that was changed again later
   * keeps its later change. Returns false when the bulk change has deleted issues, is undone
   * already, or no longer exists.
   */
  undo(id: number, byUserId: number): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const held = await holdBulk({ transaction, dialect }, id);
      const isOpen = held?.state === 'changing' || held?.state === 'changed';
      if (!isOpen || held.asked_by !== byUserId) return false;
      if (readBulkAction(held).kind === 'deletion') return false;
      await transaction
        .updateTable('bulk_changes')
        .set({ state: 'undoing' })
        .where('id', '=', id)
        .execute();
      return true;
    });
  }

  /**
   * Runs one step of the bulk change `id`, by default of the oldest unfinished one. When none is
   * unfinished, deletes some rows older than `issueLimits.bulkKeptMs`. Several processes may run
   * steps at once. Returns false when nothing was left to do.
   */
  async step(nowMs: number, id?: number): Promise<boolean> {
    const row = await this.#findAtWork(id);
    if (!row) return id === undefined && forgetSome(this.#database, nowMs);
    const step = { database: this.#database, row, nowMs };
    await (row.state === 'changing' ? changeSome(step) : undoSome(step));
    return true;
  }

  #findAtWork(id: number | undefined): Promise<BulkRow | undefined> {
    const atWork = this.#database.kysely
      .selectFrom('bulk_changes')
      .selectAll()
      .where('state', 'in', AT_WORK);
    const wanted = id === undefined ? atWork : atWork.where('id', '=', id);
    return wanted.orderBy('id').limit(1).executeTakeFirst();
  }
}

async function findLastIssue(db: Kysely<Schema>): Promise<number> {
  const last = await db
    .selectFrom('issues')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? 0;
}

export const bulk = {
  tables,
  migrations: [createBulk],
  stores: { bulks: storeOf(BulkStore) },
  auditTexts: {
    'issues.deleted': ({ target, inProject, to }) =>
      `deleted ${countOf(to, 'issue')}${inProject} by the search ${quote(target)}`,
  },
} as const satisfies Capability;

const ROWS_PER_STEP = 1000;

/** Deletes some rows of the oldest expired bulk change. Returns false when none has expired. */
async function forgetSome(database: KyselyDatabase, nowMs: number): Promise<boolean> {
  const oldest = await database.kysely
    .selectFrom('bulk_changes')
    .select('id')
    .where('asked_at', '<', nowMs - issueLimits.bulkKeptMs)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return false;
  await inTransaction(database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('bulk_change_rows')
      .where('bulk_id', '=', oldest.id)
      .where('history_id', 'in', (rows) =>
        rows
          .selectFrom('bulk_change_rows')
          .select('history_id')
          .where('bulk_id', '=', oldest.id)
          .limit(ROWS_PER_STEP),
      )
      .executeTakeFirst();
    if (numDeletedRows > 0n) return;
    await transaction.deleteFrom('bulk_changes').where('id', '=', oldest.id).execute();
  });
  return true;
}
