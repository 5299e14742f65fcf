import type { Kysely } from 'kysely';
import { issueLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { toPortableText, inTransaction } from '#persistence/stores';
import { readBulkWish, toBulkChange } from './bulk-row.ts';
import type { BulkRow } from './bulk-row.ts';
import { changeSome } from './change-some.ts';
import { forgetSome } from './forget-some.ts';
import { holdBulk } from './hold-bulk.ts';
import { undoSome } from './undo-some.ts';
import type { BulkState, BulkChange, BulkRequest } from './bulk.types.ts';

const LISTED = 20;

const AT_WORK: readonly BulkState[] = ['changing', 'undoing'];

/**
 * What people do to all issues of a search (ADR 110), in short steps that go on after a crash. Each step looks anew in which projects the
 * person may, and changes nothing in others. An issue is changed if the search holds of it when its turn comes. Issues that come
 * later are left alone. People see their own alone.
 */
export class BulkStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Resolves with its id; undefined when the person has `issueLimits.bulksAtWork` at work already. */
  ask(request: BulkRequest): Promise<number | undefined> {
    const { wish, query, wanted, projectId, total, byUserId, nowMs } = request;
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
          query: toPortableText(query),
          search: toPortableText(JSON.stringify(wanted)),
          wish: toPortableText(JSON.stringify(wish)),
          state: 'changing',
          asked_by: byUserId,
          asked_at: nowMs,
          // Above all issues that there are.
          reached_id: (await findLastIssue(transaction)) + 1,
          total,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  /** Undefined when the person has none such. */
  async find(id: number, byUserId: number): Promise<BulkChange | undefined> {
    const row = await this.#database.kysely
      .selectFrom('bulk_changes')
      .selectAll()
      .where('id', '=', id)
      .where('asked_by', '=', byUserId)
      .executeTakeFirst();
    return row && toBulkChange(row);
  }

  /** The latest of a person first, at most 20. */
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
   * Stops a bulk change, and has the next steps undo what it has changed. An issue that was changed again since keeps that change.
   * False when there is nothing to undo: the change is undone already, was a deletion, or is forgotten.
   */
  undo(id: number, byUserId: number): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const held = await holdBulk({ transaction, dialect }, id);
      const isOpen = held?.state === 'changing' || held?.state === 'changed';
      if (!isOpen || held.asked_by !== byUserId) return false;
      if (readBulkWish(held).kind === 'deletion') return false;
      await transaction
        .updateTable('bulk_changes')
        .set({ state: 'undoing' })
        .where('id', '=', id)
        .execute();
      return true;
    });
  }

  /**
   * Does one step of the bulk change `id`; by default of the oldest that is not done. Where all are done, removes some that are older
   * than `issueLimits.bulkKeptMs`. Several processes may do steps at once. Resolves with whether there may be more to do.
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
