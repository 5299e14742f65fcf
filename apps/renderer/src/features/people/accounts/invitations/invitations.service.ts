import { Injectable } from '@nestjs/common';
import { InvitationStore } from '#product/people/accounts';
import { ProjectStore } from '#product/projects/projects';
import type {
  Acceptance,
  Grant,
  Invitation,
  InvitationsInto,
  Invitee,
  NewUser,
  User,
} from '#product/people/accounts';
import { accountLimits, Clock, parseEmail, to } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { NewAccounts } from '../new-accounts.ts';
import type { AccountCode, AccountDetails } from '../new-accounts.ts';
import { createToken, toTokenHash } from '../sessions/session-token.ts';

export type InvitationCode =
  | 'accounts.invitation_unknown'
  | 'accounts.invitation_expired'
  | 'accounts.invitation_used';

export type InviteResult =
  | {
      readonly ok: true;
      readonly token: string;
      /** Address at which its holder may come in, and its path within the console. */
      readonly link: string;
      readonly path: string;
      readonly invitation: Invitation;
    }
  | { readonly ok: false; readonly code: 'accounts.email_invalid' };

export type FoundInvitation =
  | { readonly ok: true; readonly invitation: Invitation }
  | { readonly ok: false; readonly code: InvitationCode };

export type AcceptResult =
  | { readonly ok: true; readonly userId: number }
  | {
      readonly ok: false;
      readonly code:
        | InvitationCode
        | 'accounts.invitation_for_another'
        | 'accounts.email_taken'
        | AccountCode;
    };

const CODES = {
  unknown: 'accounts.invitation_unknown',
  expired: 'accounts.invitation_expired',
  used: 'accounts.invitation_used',
  email_taken: 'accounts.email_taken',
  // Disabled since the request began: nothing here is for them.
  inactive: 'accounts.invitation_unknown',
} as const satisfies Record<(Acceptance & { ok: false })['reason'], string>;

/** How people come in: a link that lets one person in, once. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationStore,
    private readonly projects: ProjectStore,
    private readonly accounts: NewAccounts,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * The token is for the link, and cannot be had again. With an email only its holder can accept; whether there is an
   * account with it, nobody looks, so that neither the answer nor its time tells.
   * Whether `invitedBy` may invite is the caller's to know; projects that are not there are left out.
   */
  async invite(wish: {
    invitedBy: number;
    email?: string | undefined;
    grant: Grant;
  }): Promise<InviteResult> {
    const email = wish.email === undefined ? undefined : parseEmail(wish.email);
    if (wish.email !== undefined && !email) return { ok: false, code: 'accounts.email_invalid' };
    const nowMs = this.clock.nowMs();
    const { token, hash } = createToken();
    const invitation = await this.invitations.create({
      tokenHash: hash,
      ...(email ? { email: email.email } : {}),
      grant: wish.grant,
      invitedBy: wish.invitedBy,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + accountLimits.invitationLifetimeMs,
    });
    const path = to('/invitations/:token', { token });
    return { ok: true, token, link: this.options.publicUrl + path, path, invitation };
  }

  /** One that can still be accepted. */
  async find(token: string): Promise<FoundInvitation> {
    const hash = toTokenHash(token);
    const invitation = hash === undefined ? undefined : await this.invitations.find(hash);
    if (!invitation) return { ok: false, code: CODES.unknown };
    if (invitation.acceptedAtMs !== undefined) return { ok: false, code: CODES.used };
    if (invitation.expiresAtMs <= this.clock.nowMs()) return { ok: false, code: CODES.expired };
    return { ok: true, invitation };
  }

  /** Of the projects in which accepting gives a role, by id; none of ownership. */
  async listProjectNames(grant: Grant): Promise<string[]> {
    if (grant.kind === 'owner') return [];
    const projects = await this.projects.list();
    return projects.flatMap(({ id, name }) => (grant.projectIds.includes(id) ? [name] : []));
  }

  /** Invitations that can be accepted, latest first, at most `limit`; with `into` those into a project. */
  listOpen(limit: number, into?: InvitationsInto): Promise<Invitation[]> {
    const ofProject = into === undefined ? {} : { into };
    return this.invitations.listOpen({ nowMs: this.clock.nowMs(), limit, ...ofProject });
  }

  /** False when it was accepted or is not there; with `projectId`, for this project alone. */
  withdraw(id: number, projectId?: number): Promise<boolean> {
    return this.invitations.withdraw(id, projectId);
  }

  /** By somebody who has no account: makes it, with a password. Signing in is another step. */
  async acceptAsNew(token: string, details: AccountDetails): Promise<AcceptResult> {
    const found = await this.findFor(token, details.email);
    if (!found.ok) return found;
    const prepared = await this.accounts.prepare(details);
    if (!prepared.ok) return prepared;
    return this.accept(token, { newUser: prepared.user });
  }

  /** By somebody who has an account and is signed in. */
  async acceptAs(token: string, user: User): Promise<AcceptResult> {
    const found = await this.findFor(token, user.email);
    return found.ok ? this.accept(token, { userId: user.id }) : found;
  }

  /**
   * Makes an account without a password for somebody whom a provider has vouched for. Undefined when the invitation is not
   * for them, or cannot be accepted any more.
   */
  async acceptAsVouched(token: string, newUser: NewUser): Promise<number | undefined> {
    const found = await this.findFor(token, newUser.email);
    if (!found.ok) return undefined;
    const accepted = await this.accept(token, { newUser });
    return accepted.ok ? accepted.userId : undefined;
  }

  private async findFor(
    token: string,
    email: string,
  ): Promise<FoundInvitation | { ok: false; code: 'accounts.invitation_for_another' }> {
    const found = await this.find(token);
    if (!found.ok || isFor(found.invitation, email)) return found;
    return { ok: false, code: 'accounts.invitation_for_another' };
  }

  private async accept(token: string, invitee: Invitee): Promise<AcceptResult> {
    const accepted = await this.invitations.accept(toTokenHash(token) ?? '', {
      invitee,
      nowMs: this.clock.nowMs(),
    });
    return accepted.ok ? accepted : { ok: false, code: CODES[accepted.reason] };
  }
}

/** Whether who has that email may accept it. */
export function isFor(invitation: { readonly email?: string }, email: string): boolean {
  return (
    invitation.email === undefined || parseEmail(email)?.key === parseEmail(invitation.email)?.key
  );
}
