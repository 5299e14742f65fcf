import { isDatabaseAway, issueLimits } from '#shared';
import type { KyselyDatabase, Capability } from '#persistence/stores';
import { inTransaction, KeptQueries, whereOver } from '#persistence/stores';
import { raiseProjectsOf } from '#product/recording/changes';
import { MovedMeanwhile, type RecordingBounds } from '#product/recording/record';
import type { GroupedEvent } from '#product/recording/reports';
import { createOrder } from './ask-order.ts';
import { endKey, endUndo } from './end-order.ts';
import { holdOrder, type OrderStep, updateOrder } from './hold-order.ts';
import { createReprocessing } from './migrations/0035-create-reprocessing.ts';
import { movePage } from './move-page.ts';
import { processPage } from './process-page.ts';
import { readPage } from './read-page.ts';
import { tables } from './reprocessing.tables.ts';
import type {
  AskResult,
  OrderRow,
  RemadeEvent,
  Reprocessing,
  ReprocessingPage,
  ReprocessingRequest,
} from './reprocessing.types.ts';
import { undoReprocessing } from './undo-reprocessing.ts';

const { reprocessedMs: WEEK_MS } = issueLimits;

/**
 * Delay before an order begins. Processing may use old source maps for two seconds after an upload,
 * and recording takes at most another second.
 */
const BEGINS_AFTER_MS = 3000;
const FORGOTTEN_AT_ONCE = 2000;

/**
 * Reprocesses events that arrived before their source maps. The short steps continue after a crash,
 * because each writes its changes and its progress in one transaction. Methods reject with
 * `database.unavailable` while the database does not answer.
 */
export class ReprocessingStore {
  readonly #database: KyselyDatabase;
  readonly #bounds: RecordingBounds;

  constructor(database: KyselyDatabase, bounds: RecordingBounds) {
    this.#database = database;
    this.#bounds = bounds;
  }

  /**
   * Creates an order to reprocess the issue's events of the last week that have a payload. Without
   * `byUserId`, the request comes from an upload, and a running order starts again.
   */
  ask(wanted: ReprocessingRequest): Promise<AskResult> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      createOrder({ transaction, dialect }, wanted),
    );
  }

  /** Returns the latest order of an issue, or undefined when the last week has none. */
  async findLatest(issueId: number): Promise<Reprocessing | undefined> {
    const { kysely } = this.#database;
    const [latest] = await KeptQueries.of(kysely).run('latest order', { issueId }, (slot) =>
      kysely
        .selectFrom('reprocessings')
        .select(['state', 'looked', 'total', 'mapped'])
        .where('issue_id', '=', slot('issueId'))
        .orderBy('id', 'desc')
        .limit(1),
    );
    return latest;
  }

  async listSeen(
    projectId: number,
    {
      nowMs,
      afterId,
      limit,
    }: { readonly nowMs: number; readonly afterId: number; readonly limit: number },
  ): Promise<number[]> {
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .select('id')
      .where('project_id', '=', projectId)
      .where('merged_into', 'is', null)
      .where('last_seen_at', '>', nowMs - WEEK_MS)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /**
   * Returns some events of the open order with the least progress, so that small orders do not wait
   * for large ones. Returns undefined when no order is open, or when the order was requested less
   * than `BEGINS_AFTER_MS` ago.
   */
  async readPage(nowMs: number): Promise<ReprocessingPage | undefined> {
    const { kysely } = this.#database;
    const order = await kysely
      .selectFrom('reprocessings')
      .selectAll()
      .where('state', 'in', ['running', 'undoing'])
      .where(whereOver('asked_at', nowMs - BEGINS_AFTER_MS, BEGINS_AFTER_MS))
      .orderBy('looked')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return order && { order, events: await readPage(kysely, order) };
  }

  /**
   * Writes the reprocessed events of a page. The keys of `made` are `events.id`; events without an
   * entry stay unchanged.
   *
   * Does nothing when another process has already written the page, or an event has changed since
   * it was read. On any other error, rejects and gives up the order, unless the database does not
   * answer.
   */
  async writePage(
    page: ReprocessingPage,
    made: ReadonlyMap<number, GroupedEvent>,
    nowMs: number,
  ): Promise<void> {
    const { dialect } = this.#database;
    const remade = page.events.flatMap((event): RemadeEvent[] => {
      const grouped = made.get(event.id);
      return grouped ? [{ event, grouped }] : [];
    });
    try {
      await inTransaction(this.#database, async (transaction) => {
        const step = { transaction, dialect, order: page.order, nowMs };
        if (!(await holdOrder(step))) return;
        await this.#goOn(step, page, remade);
        await raiseProjectsOf(transaction, [page.order.issue_id]);
      });
    } catch (error) {
      if (error instanceof MovedMeanwhile) return;
      if (!isDatabaseAway(error)) await this.#giveUp(page.order);
      throw error;
    }
  }

  /** Gives up an order. An order that fails again and again would block all others. */
  async #giveUp({ id, state }: OrderRow): Promise<void> {
    await this.#database.kysely
      .updateTable('reprocessings')
      .set({ state: 'failed' })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
  }

  /**
   * Deletes some orders older than a week, which can no longer be undone. Returns false when none
   * was left.
   */
  async forgetOld(nowMs: number): Promise<boolean> {
    const { kysely } = this.#database;
    const old = await kysely
      .selectFrom('reprocessings')
      .select('id')
      .where('state', 'in', ['done', 'undone', 'failed'])
      .where('asked_at', '<', nowMs - WEEK_MS)
      .limit(1)
      .executeTakeFirst();
    if (!old) return false;
    const events = kysely
      .selectFrom('reprocessed_events')
      .select('event_id')
      .where('order_id', '=', old.id)
      .limit(FORGOTTEN_AT_ONCE);
    const { numDeletedRows } = await kysely
      .deleteFrom('reprocessed_events')
      .where('order_id', '=', old.id)
      .where('event_id', 'in', events)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      await kysely.deleteFrom('reprocessings').where('id', '=', old.id).execute();
    }
    return true;
  }

  async #goOn(
    step: OrderStep,
    page: ReprocessingPage,
    remade: readonly RemadeEvent[],
  ): Promise<void> {
    const last = page.events.at(-1);
    if (page.order.state === 'undoing') {
      if (!last) return endUndo(step);
      const placed = remade.map((each) => ({ ...each, keyId: each.event.backTo! }));
      if (placed.length > 0) await movePage(step, placed);
      return updateOrder(step, { reached_id: last.id });
    }
    if (!last) return endKey(step);
    return processPage(step, page, { remade, bounds: this.#bounds });
  }
}

export const reprocessing = {
  tables,
  migrations: [createReprocessing],
  stores: {
    reprocessings: {
      port: ReprocessingStore,
      open: (database, { bounds }) => new ReprocessingStore(database, bounds),
    },
  },
  undoing: [{ what: 'reprocessing', undo: undoReprocessing }],
} as const satisfies Capability;
