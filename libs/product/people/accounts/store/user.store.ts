import type { UserState } from '#shared';

export interface User {
  /** From 1, never given twice. */
  readonly id: number;
  /** As it was given. */
  readonly email: string;
  readonly name?: string;
  readonly isOwner: boolean;
  readonly state: UserState;
  readonly createdAtMs: number;
}

/** What a user is made of. Lengths and forms are the caller's to check. */
export interface NewUser {
  readonly email: string;
  /** What emails are compared by; no two users have the same. */
  readonly emailKey: string;
  readonly name?: string;
  readonly passwordHash: string;
}

/**
 * How a change of somebody's standing ended: `last_owner` when nobody would own Errata after it, and
 * `unknown` when there is no such user, or it was removed. Neither changed anything.
 */
export type StandingChange = 'changed' | 'last_owner' | 'unknown';

/**
 * People, whatever they may see. Once there is an owner who is active, there always is one. Every method
 * rejects with `database.unavailable`.
 */
export abstract class UserStore {
  /** Whether there is or ever was anybody. */
  abstract hasAny(): Promise<boolean>;

  /**
   * Makes the first user, an owner. Undefined when there is or was any user: of several processes that
   * try at the same time one succeeds.
   */
  abstract createFirstOwner(user: NewUser, createdAtMs: number): Promise<User | undefined>;

  /** In whatever state. */
  abstract find(id: number): Promise<User | undefined>;

  /** Who is active and has that email. */
  abstract findActive(emailKey: string): Promise<User | undefined>;

  /** In whatever state, also removed; by id, those that never were left out. */
  abstract listByIds(ids: readonly number[]): Promise<User[]>;

  /** Of an active user alone: everybody else cannot sign in. */
  abstract findCredentials(
    by: { emailKey: string } | { userId: number },
  ): Promise<{ user: User; passwordHash: string } | undefined>;

  /** Those not removed, by id, at most `limit`; `afterId` continues after the last one of an earlier page. */
  abstract list(options: { limit: number; afterId?: number }): Promise<User[]>;

  /** Undefined takes the name away. False when there is no such user, or it was removed. */
  abstract setName(id: number, name: string | undefined): Promise<boolean>;

  /**
   * Writes the same password's new hash, if `from` still is its hash; false otherwise. Sessions stay.
   */
  abstract replacePasswordHash(id: number, change: { from: string; to: string }): Promise<boolean>;

  /**
   * Gives an active user another password and ends all sessions but `keptSessionId`, at once; also those
   * that are being made with the old password. False, with nothing changed, when `from` no longer is the
   * hash of the password.
   */
  abstract changePassword(
    id: number,
    change: { from: string; to: string; keptSessionId?: number },
  ): Promise<boolean>;

  /**
   * Gives ownership, to who is active (else `unknown`), or takes it, and withdraws the user's open
   * invitations with it.
   */
  abstract setOwner(id: number, isOwner: boolean): Promise<StandingChange>;

  /** Ends all sessions and withdraws all open invitations of the user; memberships stay for `enable`. */
  abstract disable(id: number): Promise<StandingChange>;

  /** Never `last_owner`. */
  abstract enable(id: number): Promise<StandingChange>;

  /**
   * As `disable`, for good: memberships and ownership end, the email is free for a new user, and the
   * password is forgotten. Email and name stay on what the user did.
   */
  abstract remove(id: number): Promise<StandingChange>;
}
