import { randomUUID } from 'node:crypto';
import { countOf } from '#product/people/audit/rules';
import { type RawBuilder, type SelectQueryBuilder, sql, type Generated } from 'kysely';
import type { DatabaseDialect, KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, type Capability, storeOf } from '#persistence/stores';
import { isDue, isFree } from './claimable.ts';
import { writeAudit } from '#product/people/audit';
import { endClaim } from './end-claim.ts';
import { createOutbox } from './migrations/0016-create-outbox.ts';
import type { ClaimedMessage } from './outbox.types.ts';

interface OutboxTable {
  readonly id: Generated<number>;
  readonly kind: string;
  /** JSON. */
  readonly body: string;
  readonly due_at: number;
  readonly lease: string | null;
  readonly lease_ends_at: number | null;
  /** Claims after which its receiver may have the message. */
  readonly attempts: Generated<number>;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly outbox: OutboxTable;
  }
}

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
   * gets them within `leaseMs` from now by the database's clock, because clocks of relays differ.
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
    const { dialect } = this.#database;
    const lease = randomUUID();
    const rows = await inTransaction(this.#database, (transaction) => {
      const due = transaction
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', kind)
        .where(isDue(nowMs))
        .where(isFree(dialect))
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit);
      return transaction
        .updateTable('outbox')
        .set({
          lease,
          lease_ends_at: toLeaseEnd(dialect, leaseMs),
          attempts: sql<number>`attempts + 1`,
        })
        .where(isOneOf(dialect, due))
        .returning(['id', 'kind', 'body', 'attempts', 'due_at'])
        .execute();
    });
    return rows
      .toSorted((a, b) => a.due_at - b.due_at || a.id - b.id)
      .map(({ id, body, attempts }) => ({ id, lease, kind, body: JSON.parse(body), attempts }));
  }

  /** Extends the lease by `leaseMs` from now. Returns false when the claim was lost meanwhile. */
  async renew({ id, lease }: ClaimedMessage, leaseMs: number): Promise<boolean> {
    const { kysely, dialect } = this.#database;
    const { numUpdatedRows } = await kysely
      .updateTable('outbox')
      .set({ lease_ends_at: toLeaseEnd(dialect, leaseMs) })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Removes a message that was sent or given up. Returns false when another process has claimed the
   * message since.
   */
  settle(message: ClaimedMessage): Promise<boolean> {
    return endClaim(this.#database.kysely, message);
  }

  /**
   * Releases a message for another attempt at `dueMs`; nobody has it if `isUnsent`. Returns false when another process has
   * claimed the message since.
   */
  postpone(message: ClaimedMessage, dueMs: number, isUnsent?: boolean): Promise<boolean> {
    return endClaim(this.#database.kysely, message, dueMs, isUnsent);
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
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const rows = transaction.selectFrom('outbox').select('id');
      const over = rows
        .where(isFree(dialect))
        .where((where) =>
          where.or([
            where('due_at', '<', dueBeforeMs),
            where('id', '<=', rows.orderBy('id', 'desc').offset(keep).limit(1)),
          ]),
        )
        .orderBy('id')
        .limit(DROPPED_AT_ONCE);
      const dropped = await transaction
        .deleteFrom('outbox')
        .where(isOneOf(dialect, over))
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
      .where(isFree(this.#database.dialect))
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

function toLeaseEnd({ nowMs }: DatabaseDialect, leaseMs: number): RawBuilder<number> {
  return sql<number>`${nowMs} + ${leaseMs}`;
}

/**
 * Whether `outbox.id` is among the rows that `due` selects and locks. PostgreSQL may run a query
 * after `in` once for each row, and each run would lock further rows. PostgreSQL fills an array once.
 */
function isOneOf(
  { hasConcurrentWriters }: DatabaseDialect,
  due: SelectQueryBuilder<Schema, 'outbox', { id: number }>,
): RawBuilder<boolean> {
  return hasConcurrentWriters
    ? sql`outbox.id = any(array(${due.forUpdate().skipLocked()}))`
    : sql`outbox.id in (${due})`;
}

export const outbox = {
  tables: ['outbox'],
  migrations: [createOutbox],
  stores: { outbox: storeOf(OutboxStore) },
  auditTexts: {
    outbox: 'Dropped alerts',
    'outbox.dropped': ({ to }) => `dropped ${countOf(to, 'alert')} that could not be sent in time`,
  },
} as const satisfies Capability;
