import type { User } from './user.store.ts';

export interface Session {
  /** Names it in a list; opens nothing. */
  readonly id: number;
  readonly userId: number;
  readonly createdAtMs: number;
  readonly lastSeenMs: number;
  readonly expiresAtMs: number;
  /** What the browser says it is, cut; empty when it says nothing. */
  readonly userAgent: string;
  readonly address: string;
}

export interface NewSession {
  readonly userId: number;
  /** The hash of the password that was just verified. */
  readonly passwordHash: string;
  /** Of a random token. The token itself is never stored. */
  readonly tokenHash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly userAgent: string;
  readonly address: string;
}

/** Who is signed in where. Every method rejects with `database.unavailable`. */
export abstract class SessionStore {
  /**
   * Makes a session, cutting what the browser says to `accountLimits`. Undefined when meanwhile the user
   * is not active any more or has another password. Drops all expired sessions, and of this user those
   * that were seen longest ago beyond `accountLimits.sessionsPerUser`.
   */
  abstract create(session: NewSession): Promise<Session | undefined>;

  /** One that has not expired by `nowMs`, with its user, who is active. */
  abstract find(
    tokenHash: string,
    nowMs: number,
  ): Promise<{ session: Session; user: User } | undefined>;

  /** Notes that it was used. Nothing happens when it has ended, or was seen later. */
  abstract noteSeen(id: number, lastSeenMs: number): Promise<void>;

  /** Those of a user that have not expired by `nowMs`, latest seen first, at most `limit`. */
  abstract list(userId: number, options: { nowMs: number; limit: number }): Promise<Session[]>;

  /** False when the user has no such session. */
  abstract end(userId: number, id: number): Promise<boolean>;

  /** False when there is no such session. */
  abstract endByToken(tokenHash: string): Promise<boolean>;

  /** Ends all of a user's but `exceptId`; resolves with how many. */
  abstract endAll(userId: number, exceptId?: number): Promise<number>;
}
