import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ErrataError, idempotencyLimits } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { IdempotencyKeysTable } from './idempotency.tables.ts';

/** What makes two submits the same one. */
export interface SubmitName {
  /** Whose it is: a user, a session, or `anonymous`. */
  readonly scope: string;
  readonly action: string;
  /** Path and query that it was posted to. */
  readonly address: string;
  /** The `Idempotency-Key`. */
  readonly key: string;
}

/** An answer as it was sent. */
export interface StoredAnswer {
  readonly status: number;
  /** In their order; a name may be there several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/**
 * What a claim found. `claimed`: run it, and settle or release `claim`. `in_flight`: somebody runs
 * it. `done`: it was run, and the answer is repeated; absent when its body was too large to keep.
 * `other_body`: the key was used with another body.
 */
export type ClaimedSubmit =
  | { readonly state: 'claimed'; readonly claim: string }
  | { readonly state: 'in_flight' }
  | { readonly state: 'done'; readonly answer?: StoredAnswer }
  | { readonly state: 'other_body' };

/** Between the attempt to claim and the look at who has it, that one may have released it. */
const ATTEMPTS = 5;

/**
 * Which submits were run, over all replicas, so that one that is repeated works once. A claim is held by a
 * lease: whoever runs for longer renews it, and one that was not renewed in time is taken over, for its
 * process died. Every method rejects with `database.unavailable`.
 */
export class IdempotencyStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Claims a submit; of several that try at the same time one does. `fingerprint` is a hash of the body.
   * What was claimed more than `idempotencyLimits.keptMs` ago counts as never seen.
   */
  async claim(
    name: SubmitName,
    options: { fingerprint: string; nowMs: number; leaseMs: number },
  ): Promise<ClaimedSubmit> {
    const id = toId(name);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const claim = await this.#insert(id, options);
      if (claim !== undefined) return { state: 'claimed', claim };
      const holder = await this.#database.kysely
        .selectFrom('idempotency_keys')
        .select(['fingerprint', 'is_done', 'status', 'headers', 'body'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (holder) return toClaimed(holder, options.fingerprint);
    }
    throw new ErrataError('database.unavailable', {
      detail: `A submit was claimed and released ${ATTEMPTS} times in a row.`,
    });
  }

  /** Keeps the claim for `leaseMs` more. False when it has been taken over: what runs is run twice. */
  async renew(
    claim: string,
    { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('idempotency_keys')
      .set({ lease_ends_at: nowMs + leaseMs })
      .where('claim', '=', claim)
      .where('is_done', '=', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Keeps the answer, without headers and body when that is over `idempotencyLimits.bodyBytes`.
   * False, with nothing changed, when the claim was taken over or released.
   */
  async settle(claim: string, answer: StoredAnswer): Promise<boolean> {
    const isKept = answer.body.length <= idempotencyLimits.bodyBytes;
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('idempotency_keys')
      .set({
        is_done: 1,
        status: answer.status,
        headers: isKept ? JSON.stringify(answer.headers) : null,
        body: isKept ? answer.body : null,
      })
      .where('claim', '=', claim)
      .where('is_done', '=', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Forgets a claim whose run failed, so that it may be tried again. False as for `settle`. */
  async release(claim: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('idempotency_keys')
      .where('claim', '=', claim)
      .where('is_done', '=', 0)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Removes, oldest first, at most `limit` that were claimed before `claimedBeforeMs`; resolves with how many. */
  async forget(claimedBeforeMs: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('idempotency_keys')
      .where('id', 'in', (oldest) =>
        oldest
          .selectFrom('idempotency_keys')
          .select('id')
          .where('created_at', '<', claimedBeforeMs)
          .orderBy('created_at')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /**
   * In one statement, which the databases run for one process at a time: a new row, or the row of one that
   * is over or whose process died. Undefined when somebody else has it.
   */
  async #insert(
    id: string,
    { fingerprint, nowMs, leaseMs }: { fingerprint: string; nowMs: number; leaseMs: number },
  ): Promise<string | undefined> {
    const fresh = {
      fingerprint,
      claim: randomUUID(),
      is_done: 0,
      lease_ends_at: nowMs + leaseMs,
      created_at: nowMs,
      status: null,
      headers: null,
      body: null,
    };
    const row = await this.#database.kysely
      .insertInto('idempotency_keys')
      .values({ id, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(fresh)
          .where(
            sql<boolean>`(
              idempotency_keys.created_at <= ${nowMs - idempotencyLimits.keptMs}
              or (
                idempotency_keys.is_done = 0
                and idempotency_keys.lease_ends_at <= ${nowMs}
                and idempotency_keys.fingerprint = ${fingerprint}
              )
            )`,
          ),
      )
      .returning('claim')
      .executeTakeFirst();
    return row?.claim;
  }
}

function toClaimed(
  holder: Pick<IdempotencyKeysTable, 'fingerprint' | 'status' | 'headers' | 'body'> & {
    readonly is_done: number;
  },
  fingerprint: string,
): ClaimedSubmit {
  if (holder.fingerprint !== fingerprint) return { state: 'other_body' };
  if (holder.is_done === 0) return { state: 'in_flight' };
  const { status, headers, body } = holder;
  if (status === null || headers === null || body === null) return { state: 'done' };
  return {
    state: 'done',
    answer: { status, headers: JSON.parse(headers) as StoredAnswer['headers'], body },
  };
}

/** As JSON, so that no two names run together; hashed, for an address may be longer than an index takes. */
function toId({ scope, action, address, key }: SubmitName): string {
  return createHash('sha256')
    .update(JSON.stringify([scope, action, address, key]))
    .digest('hex');
}
