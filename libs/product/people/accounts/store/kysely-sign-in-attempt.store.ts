import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { SignInAttemptStore } from './sign-in-attempt.store.ts';
import type { CountedKey } from './sign-in-attempt.store.ts';

interface HashedKey extends CountedKey {
  readonly hash: string;
}

export class KyselySignInAttemptStore extends SignInAttemptStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async take({
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

  override async count(
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

  override async sum(keys: readonly string[], nowMs: number): Promise<number> {
    const rows = await this.#database.kysely
      .selectFrom('sign_in_attempts')
      .select('failures')
      .where('key', 'in', keys.map(toHash))
      .where('forgotten_at', '>', nowMs)
      .execute();
    return rows.reduce((total, { failures }) => total + failures, 0);
  }

  override async clear(key: string): Promise<void> {
    await this.#database.kysely
      .deleteFrom('sign_in_attempts')
      .where('key', '=', toHash(key))
      .execute();
  }

  override async giveBack(key: string): Promise<void> {
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
