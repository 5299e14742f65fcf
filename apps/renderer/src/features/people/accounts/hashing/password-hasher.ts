/** What makes of a password something that may be stored. */
export abstract class PasswordHasher {
  /** A new hash each time. Rejects with `accounts.busy` when too many wait for theirs. */
  abstract hash(password: string): Promise<string>;

  /**
   * Whether `hash` was made of `password`. Without a hash it takes as long, and is false: how long an answer
   * takes must not tell whether there is an account. Strangers wait for each other, and nobody else waits for them.
   * Rejects as `hash` does, and when `hash` is none.
   */
  abstract verify(
    password: string,
    hash: string | undefined,
    by?: { isStranger?: boolean },
  ): Promise<boolean>;

  /** Whether a hash made today would be made in another way. */
  abstract isOutdated(hash: string): boolean;
}
