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

/**
 * Which submits were run, over all replicas, so that one that is repeated works once. A claim is held by a
 * lease: whoever runs for longer renews it, and one that was not renewed in time is taken over, for its
 * process died. Every method rejects with `database.unavailable`.
 */
export abstract class IdempotencyStore {
  /**
   * Claims a submit; of several that try at the same time one does. `fingerprint` is a hash of the body.
   * What was claimed more than `idempotencyLimits.keptMs` ago counts as never seen.
   */
  abstract claim(
    name: SubmitName,
    options: { fingerprint: string; nowMs: number; leaseMs: number },
  ): Promise<ClaimedSubmit>;

  /** Keeps the claim for `leaseMs` more. False when it has been taken over: what runs is run twice. */
  abstract renew(claim: string, options: { nowMs: number; leaseMs: number }): Promise<boolean>;

  /**
   * Keeps the answer, without headers and body when that is over `idempotencyLimits.bodyBytes`.
   * False, with nothing changed, when the claim was taken over or released.
   */
  abstract settle(claim: string, answer: StoredAnswer): Promise<boolean>;

  /** Forgets a claim whose run failed, so that it may be tried again. False as for `settle`. */
  abstract release(claim: string): Promise<boolean>;

  /** Removes, oldest first, at most `limit` that were claimed before `claimedBeforeMs`; resolves with how many. */
  abstract forget(claimedBeforeMs: number, limit: number): Promise<number>;
}
