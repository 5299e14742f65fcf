/** One thing that attempts are counted for: an account, or an address. */
export interface CountedKey {
  /** Names what is counted: `account …`, `address …`, `browser …`. Of any length. */
  readonly key: string;
  /** For how long it is held back after so many failures in a row; 0 for not at all. */
  readonly waitAfterMs: (failures: number) => number;
}

/**
 * Failed sign-ins, over all replicas. Every method rejects with `database.unavailable`.
 */
export abstract class SignInAttemptStore {
  /**
   * Counts an attempt as a failure of every key, before it is known how it ends: of many attempts made at
   * the same time no more get through than of as many made one by one. When a key is held back nothing is
   * counted, so waiting is enough to be let in again, and the longest wait comes back as `retryAfterMs`.
   *
   * A key's failures are forgotten `forgottenAfterMs` after the last one, which has to be longer than any
   * wait; what is to be forgotten is removed with every attempt.
   */
  abstract take(attempt: {
    keys: readonly CountedKey[];
    nowMs: number;
    forgottenAfterMs: number;
  }): Promise<{ ok: true } | { ok: false; retryAfterMs: number }>;

  /** Counts one more failure of `key`, which holds nothing back; forgotten as with `take`. */
  abstract count(key: string, times: { nowMs: number; forgottenAfterMs: number }): Promise<void>;

  /** How many failures of all these keys are not forgotten by `nowMs`. */
  abstract sum(keys: readonly string[], nowMs: number): Promise<number>;

  /** Forgets all failures of `key`. */
  abstract clear(key: string): Promise<void>;

  /** Takes one failure of `key` back, and lets it in: the attempt that was counted for it succeeded. */
  abstract giveBack(key: string): Promise<void>;
}
