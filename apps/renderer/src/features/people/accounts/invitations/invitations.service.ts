import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { InvitationStore } from '#product/people/accounts';
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
import { AccountAudit } from '../access/account-audit.ts';
import { ProjectNames } from '../access/project-names.ts';
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
  // `inactive` means that the account was disabled after the request began. The answer is the same
  // as for an unknown invitation, so that it reveals nothing about the account.
  inactive: 'accounts.invitation_unknown',
} as const satisfies Record<(Acceptance & { ok: false })['reason'], string>;

/** A mail's line has 500 characters. */
const PROJECTS_NAMED = 20;

@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationStore,
    private readonly projects: ProjectNames,
    private readonly accounts: NewAccounts,
    private readonly options: AccountsOptions,
    private readonly audit: AccountAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an invitation. The token in the link is stored only as a hash and cannot be read again.
   *
   * When `email` is present, only its holder can accept. The method does not check whether an
   * account has this email, because the answer or its duration would reveal this.
   *
   * The caller must check that `invitedBy` is allowed to invite. Unknown projects are ignored.
   */
  async invite(request: {
    invitedBy: number;
    email?: string | undefined;
    grant: Grant;
    tell?: JoinedWrite;
  }): Promise<InviteResult> {
    const email = request.email === undefined ? undefined : parseEmail(request.email);
    if (request.email !== undefined && !email) return { ok: false, code: 'accounts.email_invalid' };
    const nowMs = this.clock.nowMs();
    const { token, hash } = createToken();
    const made = {
      tokenHash: hash,
      email: email?.email,
      grant: request.grant,
      invitedBy: request.invitedBy,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + accountLimits.invitationLifetimeMs,
    };
    const invitation = await this.invitations.create(made, request.tell);
    const path = to('/invitations/:token', { token });
    return { ok: true, token, link: this.options.publicUrl + path, path, invitation };
  }

  async find(token: string): Promise<FoundInvitation> {
    const hash = toTokenHash(token);
    const invitation = hash === undefined ? undefined : await this.invitations.find(hash);
    if (!invitation) return { ok: false, code: CODES.unknown };
    if (invitation.acceptedAtMs !== undefined) return { ok: false, code: CODES.used };
    if (invitation.expiresAtMs <= this.clock.nowMs()) return { ok: false, code: CODES.expired };
    return { ok: true, invitation };
  }

  /** Returns what the invitation makes of somebody, such as `as a member of Shop and Web`. */
  async describeGrant(grant: Grant): Promise<string> {
    if (grant.kind === 'owner') return 'as an owner, with every right in all projects';
    const { role, projectIds } = grant;
    const projects = await this.projects.list();
    const names = projects.flatMap(({ id, name }) => (projectIds.includes(id) ? [name] : []));
    const as = `as ${role === 'admin' ? 'an' : 'a'} ${role}`;
    if (names.length === 0) return as;
    const rest = names.splice(PROJECTS_NAMED).length;
    const named = rest > 0 ? [...names, `${rest} more`] : names;
    return `${as} of ${new Intl.ListFormat('en').format(named)}`;
  }

  /**
   * Returns invitations that can still be accepted, newest first. `into` selects the invitations to
   * one project, `text` those with this text in the invited address.
   */
  listOpen(
    limit: number,
    { into, text = '' }: { readonly into?: InvitationsInto; readonly text?: string } = {},
  ): Promise<Invitation[]> {
    const ofProject = into === undefined ? {} : { into };
    return this.invitations.listOpen({ nowMs: this.clock.nowMs(), limit, text, ...ofProject });
  }

  /**
   * Returns the withdrawn invitation's address, or '' when it has none. Returns undefined when the
   * invitation is missing or was accepted. `isAlone` also refuses an invitation that is for other
   * projects, too.
   */
  withdraw(
    id: number,
    { byUserId, ...into }: Partial<InvitationsInto> & { readonly byUserId: number },
  ): Promise<string | undefined> {
    const { projectId, isAlone = false } = into;
    return this.invitations.withdraw(id, isAlone ? projectId : undefined, (from) =>
      this.audit.prepare(byUserId, { what: 'person.uninvited', projectId, from }),
    );
  }

  /** Creates an account with a password and accepts the invitation. Does not sign the person in. */
  async acceptAsNew(token: string, details: AccountDetails): Promise<AcceptResult> {
    const found = await this.findFor(token, details.email);
    if (!found.ok) return found;
    const prepared = await this.accounts.prepare(details);
    if (!prepared.ok) return prepared;
    return this.accept(token, { newUser: prepared.user });
  }

  async acceptAs(token: string, user: User): Promise<AcceptResult> {
    const found = await this.findFor(token, user.email);
    return found.ok ? this.accept(token, { userId: user.id }) : found;
  }

  /**
   * Creates an account without a password for a person whom a provider has identified. Returns
   * undefined when the invitation names another email or can no longer be accepted.
   */
  async acceptAsVouched(token: string, newUser: NewUser): Promise<number | undefined> {
    const found = await this.findFor(token, newUser.email);
    if (!found.ok) return undefined;
    const accepted = await this.accept(token, { newUser });
    return accepted.ok ? accepted.userId : undefined;
  }

  /** Returns whether the holder of this email can accept the invitation. */
  async isOpenFor(token: string, email: string): Promise<boolean> {
    return (await this.findFor(token, email)).ok;
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
      tell: (userId, grant) => this.tellJoined(userId, grant),
    });
    return accepted.ok ? accepted : { ok: false, code: CODES[accepted.reason] };
  }

  private tellJoined(userId: number, grant: Grant): JoinedWrite {
    const [role, into] =
      grant.kind === 'owner' ? ['owner', []] : ([grant.role, grant.projectIds] as const);
    return this.audit.prepare(
      userId,
      (into.length === 0 ? [undefined] : into).map((projectId) => ({
        what: 'person.joined',
        target: String(userId),
        projectId,
        to: role,
      })),
    );
  }
}

export function isFor(invitation: { readonly email?: string }, email: string): boolean {
  return (
    invitation.email === undefined || parseEmail(email)?.key === parseEmail(invitation.email)?.key
  );
}
