import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { isDue, isFree } from './claimable.ts';
import { writeAudit } from '#product/people/audit';
import { endClaim } from './end-claim.ts';
import type { ClaimedMessage } from './outbox.types.ts';

const DROPPED_AT_ONCE = 1000;

/**
 * Hands out messages for sending. A message is sent at least once: after a crash its lease ends,
 * and another process sends it again.
 */
export class OutboxStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Claims up to `limit` due messages of a kind under a lease, earliest due first. No other process
   * gets them before `nowMs + leaseMs`.
   */
  async claim(
    kind: string,
    {
      nowMs,
      leaseMs,
      limit,
    }: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
  ): Promise<ClaimedMessage[]> {
    // Relays claim every second. This check takes no lock, so idle relays do not wait for each
    // other.
    if (!(await this.#isAnyDue(kind, nowMs))) return [];
    const { hasConcurrentWriters } = this.#database.dialect;
    const lease = randomUUID();
    const rows = await inTransaction(this.#database, (transaction) =>
      transaction
        .updateTable('outbox')
        .set({
          lease,
          lease_ends_at: nowMs + leaseMs,
          attempts: sql<number>`attempts + 1`,
        })
        .where('id', 'in', (expressions) => {
          const due = expressions
            .selectFrom('outbox')
            .select('id')
            .where('kind', '=', kind)
            .where(isDue(nowMs))
            .where(isFree(nowMs))
            .orderBy('due_at')
            .orderBy('id')
            .limit(limit);
          return hasConcurrentWriters ? due.forUpdate().skipLocked() : due;
        })
        .returning(['id', 'kind', 'body', 'attempts', 'due_at'])
        .execute(),
    );
    return rows
      .toSorted((a, b) => a.due_at - b.due_at || a.id - b.id)
      .map(({ id, body, attempts }) => ({ id, lease, kind, body: JSON.parse(body), attempts }));
  }

  /**
   * Removes a message that was sent or given up. Returns false when another process has claimed the
   * message since.
   */
  settle(message: ClaimedMessage): Promise<boolean> {
    return endClaim(this.#database.kysely, message);
  }

  /**
   * Releases a message for another attempt at `dueMs`. Returns false when another process has
   * claimed the message since.
   */
  postpone(message: ClaimedMessage, dueMs: number): Promise<boolean> {
    return endClaim(this.#database.kysely, message, dueMs);
  }

  /**
   * Removes some messages that nobody has leased: those due before `dueBeforeMs`, and those beyond
   * the newest `keep`. Marks their deliveries as dropped and writes an audit entry.
   *
   * Returns how many it removed; more may remain.
   */
  async dropOverdue({
    nowMs,
    dueBeforeMs,
    keep,
  }: {
    readonly nowMs: number;
    readonly dueBeforeMs: number;
    readonly keep: number;
  }): Promise<number> {
    if (!(await this.#isAnyOver(dueBeforeMs, keep))) return 0;
    const { hasConcurrentWriters } = this.#database.dialect;
    return inTransaction(this.#database, async (transaction) => {
      const dropped = await transaction
        .deleteFrom('outbox')
        .where('id', 'in', (expressions) => {
          const over = expressions
            .selectFrom('outbox')
            .select('id')
            .where(isFree(nowMs))
            .where((where) =>
              where.or([
                where('due_at', '<', dueBeforeMs),
                where(
                  'id',
                  '<=',
                  where
                    .selectFrom('outbox')
                    .select('id')
                    .orderBy('id', 'desc')
                    .offset(keep)
                    .limit(1),
                ),
              ]),
            )
            .orderBy('id')
            .limit(DROPPED_AT_ONCE);
          return hasConcurrentWriters ? over.forUpdate().skipLocked() : over;
        })
        .returning('id')
        .execute();
      if (dropped.length === 0) return 0;
      const ids = dropped.map(({ id }) => id);
      await transaction
        .updateTable('deliveries')
        .set({ state: 'dropped', outbox_id: null, next_at: null })
        .where('outbox_id', 'in', ids)
        .execute();
      await writeAudit(transaction, [{ atMs: nowMs, what: 'outbox.dropped', to: ids.length }]);
      return ids.length;
    });
  }

  async #isAnyDue(kind: string, nowMs: number): Promise<boolean> {
    const due = await this.#database.kysely
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', kind)
      .where(isDue(nowMs))
      .where(isFree(nowMs))
      .limit(1)
      .executeTakeFirst();
    return due !== undefined;
  }

  /**
   * Whether `dropOverdue` would find a message. Takes no lock, because a job calls it often and
   * mostly finds none.
   */
  async #isAnyOver(dueBeforeMs: number, keep: number): Promise<boolean> {
    const { kysely } = this.#database;
    const late = await kysely
      .selectFrom('outbox')
      .select('id')
      .where('due_at', '<', dueBeforeMs)
      .limit(1)
      .executeTakeFirst();
    if (late) return true;
    const beyond = await kysely
      .selectFrom('outbox')
      .select('id')
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(1)
      .executeTakeFirst();
    return beyond !== undefined;
  }
}
