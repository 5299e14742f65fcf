import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { KyselyDatabase } from '../../kysely-database.ts';
import { inTransaction } from '../../statements/transaction.ts';
import { OutboxStore } from './outbox.store.ts';
import type { ClaimedMessage } from './outbox.store.ts';

export class KyselyOutboxStore extends OutboxStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async claim(
    kind: string,
    { nowMs, leaseMs, limit }: { nowMs: number; leaseMs: number; limit: number },
  ): Promise<ClaimedMessage[]> {
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
            .where('due_at', '<=', nowMs)
            .where((where) =>
              where.or([where('lease_ends_at', 'is', null), where('lease_ends_at', '<=', nowMs)]),
            )
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

  override async settle({ id, lease }: ClaimedMessage): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('outbox')
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  override async postpone({ id, lease }: ClaimedMessage, dueMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('outbox')
      .set({ due_at: dueMs, lease: null, lease_ends_at: null })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
