import type { JoinedWrite } from '#persistence/stores';
import type { ProjectRole } from '../rules/roles.ts';
import type { NewUser } from './user.types.ts';

/**
 * Selects invitations into one project. `isAlone` leaves out invitations that are for other
 * projects too.
 */
export interface InvitationsInto {
  readonly projectId: number;
  readonly isAlone: boolean;
}

export type Grant =
  | { readonly kind: 'owner' }
  | { readonly kind: 'member'; readonly role: ProjectRole; readonly projectIds: readonly number[] };

export interface NewLink {
  readonly tokenHash: string;
  readonly invitedBy: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** True when nobody has the link but the reader of the invited mailbox. */
  readonly isMailedOnly?: boolean;
}

export interface NewInvitation extends NewLink {
  readonly email?: string;
  readonly grant: Grant;
}

export interface Invitation extends Omit<NewInvitation, 'tokenHash'> {
  readonly id: number;
  /** Project ids are ascending; deleted projects are left out. */
  readonly grant: Grant;
  readonly acceptedAtMs?: number;
}

export type Invitee = { readonly newUser: NewUser } | { readonly userId: number };

export interface AcceptedInvitation {
  readonly invitee: Invitee;
  readonly nowMs: number;
  readonly tell?: (userId: number, grant: Grant) => JoinedWrite;
}

/**
 * Result of accepting an invitation. A failed attempt changes nothing.
 *
 * - `unknown`: the invitation does not exist, was withdrawn, or its maker may no longer make it.
 * - `email_taken`: another user already has the new user's email.
 * - `inactive`: the user who accepts is disabled or removed.
 */
export type Acceptance =
  | { readonly ok: true; readonly userId: number }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'expired' | 'used' | 'email_taken' | 'inactive';
    };
