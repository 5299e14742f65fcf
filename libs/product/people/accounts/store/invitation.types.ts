import type { ProjectRole } from '../rules/roles.ts';
import type { NewUser } from './user.types.ts';

/** Invitations into a project: into this one alone, or into others as well. */
export interface InvitationsInto {
  readonly projectId: number;
  readonly isAlone: boolean;
}

/** What accepting gives: ownership of all, or a role in some projects. */
export type Grant =
  | { readonly kind: 'owner' }
  | { readonly kind: 'member'; readonly role: ProjectRole; readonly projectIds: readonly number[] };

export interface NewInvitation {
  /** Of a random token. The token itself is never stored. */
  readonly tokenHash: string;
  /** When there is one, only this email can accept. */
  readonly email?: string;
  readonly grant: Grant;
  /** A user's id. */
  readonly invitedBy: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface Invitation extends Omit<NewInvitation, 'tokenHash'> {
  readonly id: number;
  /** Ids of projects that are still there, ascending. */
  readonly grant: Grant;
  readonly acceptedAtMs?: number;
}

/** Who accepts: somebody new, or a user who is signed in. */
export type Invitee = { readonly newUser: NewUser } | { readonly userId: number };

/**
 * How accepting ended. `unknown`: there is no such invitation, or it was withdrawn. `email_taken`:
 * there is a user with the new user's email. `inactive`: the user is not active. None of them
 * changes anything.
 */
export type Acceptance =
  | { readonly ok: true; readonly userId: number }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'expired' | 'used' | 'email_taken' | 'inactive';
    };
