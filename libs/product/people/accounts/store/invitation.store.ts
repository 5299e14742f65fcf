import type { ProjectRole } from '#shared';
import type { NewUser } from './user.store.ts';

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

/** How people come in. Every method rejects with `database.unavailable`. */
export abstract class InvitationStore {
  /**
   * Rejects when the inviting user is unknown; projects that are not there are left out. Drops what
   * expired more than `accountLimits.invitationRememberedMs` ago.
   */
  abstract create(invitation: NewInvitation): Promise<Invitation>;

  /** In whatever state. */
  abstract find(tokenHash: string): Promise<Invitation | undefined>;

  /**
   * Those that can be accepted at `nowMs`, latest first, at most `limit`: with `projectId` those that are for this project
   * alone.
   */
  abstract listOpen(options: {
    nowMs: number;
    limit: number;
    projectId?: number;
  }): Promise<Invitation[]>;

  /**
   * Uses an invitation, once: of several that try at the same time one succeeds. Makes the new user, and
   * gives what it grants; a role in a project that is higher already stays. Projects that are gone are
   * left out. One is `unknown` when who made it may not invite into its projects any more. The caller has checked that email and invitation go together.
   */
  abstract accept(tokenHash: string, by: { invitee: Invitee; nowMs: number }): Promise<Acceptance>;

  /** False when there is none with this id that nobody has accepted; with `projectId`, for this project alone. */
  abstract withdraw(id: number, projectId?: number): Promise<boolean>;
}
