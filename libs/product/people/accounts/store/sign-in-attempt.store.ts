import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { isOver } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';

export interface CountedKey {
  /**
   * Identifies the counter: `account …`, `address …`, `browser …`. May have any length, because
   * only its hash is stored.
   */
  readonly key: string;
  readonly waitAfterMs: (failures: number) => number;
}

interface HashedKey extends CountedKey {
  readonly hash: string;
}

/**
 * Counts failed sign-ins over all processes. Every method rejects with `database.unavailable` when
 * the database does not answer.
 */
export class SignInAttemptStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Counts an attempt as a failure of every key before the attempt's result is known. Simultaneous
   * attempts therefore get no more tries than attempts in sequence.
   *
   * While one of the keys must wait, counts nothing and returns the longest wait as `retryAfterMs`.
   * A person who waits that long can try again.
   *
   * A key's failures are forgotten `forgottenAfterMs` after the latest failure. `forgottenAfterMs`
   * must be longer than any wait. Every call deletes forgotten failures.
   */
  async take({
    keys,
    nowMs,
    forgottenAfterMs,
  }: {
    keys: readonly CountedKey[];
    nowMs: number;
    forgottenAfterMs: number;
  }): Promise<{ ok: true } | { ok: false; retryAfterMs: number }> {
    // Every attempt locks its keys in the same order, so attempts never deadlock.
    const inOrder = keys
      .map((each) => ({ ...each, hash: toHash(each.key) }))
      .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
    await this.#forget(nowMs);
    return inTransaction(this.#database, async (transaction) => {
      const failures = new Map<string, number>();
      let retryAfterMs = 0;
      for (const { hash, waitAfterMs } of inOrder) {
        const row = await holdKey(transaction, hash, nowMs);
        failures.set(hash, row.failures);
        const isHeld = !isOver(row.held_back_until, nowMs, waitAfterMs(row.failures));
        if (isHeld) retryAfterMs = Math.max(retryAfterMs, row.held_back_until - nowMs);
      }
      if (retryAfterMs > 0) return { ok: false, retryAfterMs };
      for (const key of inOrder) {
        const count = (failures.get(key.hash) ?? 0) + 1;
        await countFailure(transaction, key, { count, nowMs, forgottenAfterMs });
      }
      return { ok: true };
    });
  }

  /**
   * Adds one failure to `key` without causing a wait. Failures are forgotten in the same way as
   * with `take`.
   */
  async count(
    key: string,
    { nowMs, forgottenAfterMs }: { nowMs: number; forgottenAfterMs: number },
  ): Promise<void> {
    const forgottenAt = nowMs + forgottenAfterMs;
    await this.#database.kysely
      .insertInto('sign_in_attempts')
      .values({ key: toHash(key), failures: 1, held_back_until: 0, forgotten_at: forgottenAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql<number>`sign_in_attempts.failures + 1`,
          forgotten_at: forgottenAt,
        }),
      )
      .execute();
  }

  async sum(keys: readonly string[], nowMs: number): Promise<number> {
    const rows = await this.#database.kysely
      .selectFrom('sign_in_attempts')
      .select('failures')
      .where('key', 'in', keys.map(toHash))
      .where('forgotten_at', '>', nowMs)
      .execute();
    return rows.reduce((total, { failures }) => total + failures, 0);
  }

  async clear(key: string): Promise<void> {
    await this.#database.kysely
      .deleteFrom('sign_in_attempts')
      .where('key', '=', toHash(key))
      .execute();
  }

  /**
   * Subtracts one failure of `key` and ends its wait, because the attempt succeeded or did not
   * count.
   */
  async uncountAttempt(key: string): Promise<void> {
    await this.#database.kysely
      .updateTable('sign_in_attempts')
      .set({ failures: sql<number>`failures - 1`, held_back_until: 0 })
      .where('key', '=', toHash(key))
      .where('failures', '>', 0)
      .execute();
  }

  async #forget(nowMs: number): Promise<void> {
    await inTransaction(this.#database, (transaction) =>
      transaction.deleteFrom('sign_in_attempts').where('forgotten_at', '<=', nowMs).execute(),
    );
  }
}

function holdKey(
  transaction: Transaction<Schema>,
  hash: string,
  nowMs: number,
): Promise<{ failures: number; held_back_until: number }> {
  return transaction
    .insertInto('sign_in_attempts')
    .values({ key: hash, failures: 0, held_back_until: 0, forgotten_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ forgotten_at: sql<number>`sign_in_attempts.forgotten_at` }),
    )
    .returning(['failures', 'held_back_until'])
    .executeTakeFirstOrThrow();
}

async function countFailure(
  transaction: Transaction<Schema>,
  key: HashedKey,
  { count, nowMs, forgottenAfterMs }: { count: number; nowMs: number; forgottenAfterMs: number },
): Promise<void> {
  await transaction
    .updateTable('sign_in_attempts')
    .set({
      failures: count,
      held_back_until: nowMs + key.waitAfterMs(count),
      forgotten_at: nowMs + forgottenAfterMs,
    })
    .where('key', '=', key.hash)
    .execute();
}

/** Hashes a key, because a key may be long and may contain an email address. */
function toHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
