import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';

/** One thing that attempts are counted for: an account, or an address. */
export interface CountedKey {
  /** Names what is counted: `account …`, `address …`, `browser …`. Of any length. */
  readonly key: string;
  /** For how long it is held back after so many failures in a row; 0 for not at all. */
  readonly waitAfterMs: (failures: number) => number;
}

interface HashedKey extends CountedKey {
  readonly hash: string;
}

/**
 * Failed sign-ins, over all replicas. Every method rejects with `database.unavailable`.
 */
export class SignInAttemptStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Counts an attempt as a failure of every key, before it is known how it ends: of many attempts made at
   * the same time no more get through than of as many made one by one. When a key is held back nothing is
   * counted, so waiting is enough to be let in again, and the longest wait comes back as `retryAfterMs`.
   *
   * A key's failures are forgotten `forgottenAfterMs` after the last one, which has to be longer than any
   * wait; what is to be forgotten is removed with every attempt.
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
    // In one order everywhere, so that attempts wait for each other but never in a circle.
    const inOrder = keys
      .map((each) => ({ ...each, hash: toHash(each.key) }))
      .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
    await this.#forget(nowMs);
    return inTransaction(this.#database, async (transaction) => {
      const failures = new Map<string, number>();
      let retryAfterMs = 0;
      for (const { hash } of inOrder) {
        const row = await holdKey(transaction, hash, nowMs);
        failures.set(hash, row.failures);
        retryAfterMs = Math.max(retryAfterMs, row.held_back_until - nowMs);
      }
      if (retryAfterMs > 0) return { ok: false, retryAfterMs };
      for (const key of inOrder) {
        const count = (failures.get(key.hash) ?? 0) + 1;
        await countFailure(transaction, key, { count, nowMs, forgottenAfterMs });
      }
      return { ok: true };
    });
  }

  /** Counts one more failure of `key`, which holds nothing back; forgotten as with `take`. */
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

  /** How many failures of all these keys are not forgotten by `nowMs`. */
  async sum(keys: readonly string[], nowMs: number): Promise<number> {
    const rows = await this.#database.kysely
      .selectFrom('sign_in_attempts')
      .select('failures')
      .where('key', 'in', keys.map(toHash))
      .where('forgotten_at', '>', nowMs)
      .execute();
    return rows.reduce((total, { failures }) => total + failures, 0);
  }

  /** Forgets all failures of `key`. */
  async clear(key: string): Promise<void> {
    await this.#database.kysely
      .deleteFrom('sign_in_attempts')
      .where('key', '=', toHash(key))
      .execute();
  }

  /** Takes one failure of `key` back, and lets it in: the attempt that was counted for it succeeded. */
  async giveBack(key: string): Promise<void> {
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

/** Makes the row where it is missing, and holds it until the transaction ends. */
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

/** A key may be as long as whoever signs in likes, and names people. */
function toHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
