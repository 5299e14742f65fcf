import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ErrataError, idempotencyLimits } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import { whereOver } from '../../statements/where-over.ts';
import type { IdempotencyKeysTable } from './idempotency.tables.ts';

export interface SubmitName {
  /** A user, a session, or `anonymous`. */
  readonly scope: string;
  readonly action: string;
  readonly address: string;
  readonly key: string;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/**
 * - `claimed`: the caller runs the submit, and settles or releases `claim`.
 * - `in_flight`: another process runs the submit.
 * - `done`: the submit ran, and the caller repeats `answer`. The answer is absent when its body
 *   was too large to store.
 * - `other_body`: the key was used with another body.
 */
export type ClaimedSubmit =
  | { readonly state: 'claimed'; readonly claim: string }
  | { readonly state: 'in_flight' }
  | { readonly state: 'done'; readonly answer?: StoredAnswer }
  | { readonly state: 'other_body' };

/**
 * Number of attempts to claim a submit. An attempt fails when another process releases its claim
 * just before this process reads that claim.
 */
const ATTEMPTS = 5;

/**
 * Remembers for all replicas which submits ran, so that a repeated submit runs once.
 *
 * A claim is a lease by the database's clock. Long runs must renew it. Another process takes over a
 * claim that was not renewed in time, because the holder has probably died. Every method rejects
 * with `database.unavailable`.
 */
export class IdempotencyStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Claims a submit. When several callers try at the same time, one of them gets the claim.
   * `fingerprint` is a hash of the body. A submit claimed more than `idempotencyLimits.keptMs` ago
   * counts as new.
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

  /**
   * Extends the claim to `leaseMs` from now. Resolves with false when another process has taken over
   * the claim and also runs the submit.
   */
  async renew(claim: string, leaseMs: number): Promise<boolean> {
    const { kysely, dialect } = this.#database;
    const { numUpdatedRows } = await kysely
      .updateTable('idempotency_keys')
      .set({ lease_ends_at: sql<number>`${dialect.nowMs} + ${leaseMs}` })
      .where('claim', '=', claim)
      .where('is_done', '=', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Stores the answer, without headers and body when the body is over
   * `idempotencyLimits.bodyBytes`. Resolves with false, and changes nothing, when the claim was
   * taken over or released.
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

  /**
   * Gives up the claim of a failed run, so that the submit may be tried again. Resolves with false
   * when the claim was taken over, released or settled.
   */
  async release(claim: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('idempotency_keys')
      .where('claim', '=', claim)
      .where('is_done', '=', 0)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /**
   * Deletes at most `limit` submits that were claimed before `claimedBeforeMs`, oldest first.
   * Resolves with their number.
   */
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
   * Inserts a row, or takes over the row of a submit that is outdated or whose process died. A
   * single statement does both, so that only one process gets the claim. Returns undefined when
   * another process has it.
   */
  async #insert(
    id: string,
    { fingerprint, nowMs, leaseMs }: { fingerprint: string; nowMs: number; leaseMs: number },
  ): Promise<string | undefined> {
    const now = this.#database.dialect.nowMs;
    const fresh = {
      fingerprint,
      claim: randomUUID(),
      is_done: 0,
      lease_ends_at: sql<number>`${now} + ${leaseMs}`,
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
                and ${whereOver('idempotency_keys.lease_ends_at', now, leaseMs)}
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

/**
 * Returns a hash, because an address may be too long for an index. JSON keeps apart parts that
 * could otherwise run together.
 */
function toId({ scope, action, address, key }: SubmitName): string {
  return createHash('sha256')
    .update(JSON.stringify([scope, action, address, key]))
    .digest('hex');
}
