import type { UserState } from '../rules/roles.ts';

export interface User {
  readonly id: number;
  readonly email: string;
  readonly name?: string;
  readonly isOwner: boolean;
  readonly state: UserState;
  readonly createdAtMs: number;
}

/** A user to create. Callers check lengths and forms. */
export interface NewUser {
  readonly email: string;
  readonly emailKey: string;
  readonly name?: string;
  readonly passwordHash: string;
}

/**
 * `last_owner`: refused, because no active owner would remain. `unknown`: the user does not exist,
 * was removed, or is not in the required state. Neither result changes anything.
 */
export type StandingChange = 'changed' | 'last_owner' | 'unknown';
