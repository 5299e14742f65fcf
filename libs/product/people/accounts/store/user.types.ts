import type { UserState } from '../rules/roles.ts';

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
