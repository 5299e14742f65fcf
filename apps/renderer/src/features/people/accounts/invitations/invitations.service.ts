import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { InvitationStore, SignInAttemptStore } from '#product/people/accounts';
import type {
  Acceptance,
  Grant,
  Invitation,
  InvitationsInto,
  Invitee,
  NewLink,
  NewUser,
  User,
} from '#product/people/accounts';
import { accountLimits, Clock, parseEmail, parseNewEmail, to } from '#shared';
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
  | {
      readonly ok: false;
      readonly code:
        | 'accounts.email_invalid'
        | 'accounts.invitation_unknown'
        | 'accounts.too_many_invitations';
    };

export type FoundInvitation =
  | {
      readonly ok: true;
      readonly invitation: Invitation;
      /** True when nobody but an owner and the reader of the invited mailbox can have the link. */
      readonly provesAddress: boolean;
    }
  | { readonly ok: false; readonly code: InvitationCode };

export type AcceptResult =
  | { readonly ok: true; readonly userId: number }
  | {
      readonly ok: false;
      readonly code:
        | InvitationCode
        | 'accounts.invitation_for_another'
        | 'accounts.account_needed'
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

const TOO_MANY = { ok: false, code: 'accounts.too_many_invitations' } as const;

/** A mail's line has 500 characters. */
const PROJECTS_NAMED = 20;
const HOUR_MS = 3_600_000;

@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationStore,
    private readonly projects: ProjectNames,
    private readonly accounts: NewAccounts,
    private readonly options: AccountsOptions,
    private readonly audit: AccountAudit,
    private readonly clock: Clock,
    private readonly attempts: SignInAttemptStore,
  ) {}

  get isMailSet(): boolean {
    return this.options.isMailSet;
  }

  /**
   * Creates an invitation. The token in the link is stored only as a hash and cannot be read again.
   *
   * When `email` is present, only its holder can accept. The method does not check whether an
   * account has this email, because the answer or its duration would reveal this.
   *
   * The caller must check that `invitedBy` is allowed to invite. Unknown projects are ignored.
   */
  async invite(request: {
    invitedBy: Pick<User, 'id' | 'isOwner'>;
    email?: string | undefined;
    grant: Grant;
    tell?: JoinedWrite;
  }): Promise<InviteResult> {
    const { invitedBy, grant, tell } = request;
    const email = request.email === undefined ? undefined : parseNewEmail(request.email);
    if (request.email !== undefined && !email) return { ok: false, code: 'accounts.email_invalid' };
    const open = await this.invitations.countOpen(invitedBy.id, this.clock.nowMs());
    if (open >= accountLimits.invitationsOpen) return TOO_MANY;
    const isMailedOnly = email !== undefined && !invitedBy.isOwner && this.isMailSet;
    return this.makeLink({ byId: invitedBy.id, isMailedOnly }, (link) =>
      this.invitations.create({ ...link, email: email?.email, grant }, tell),
    );
  }

  /**
   * Gives an open invitation that names an address a new link, for a week. The old link ends. Only
   * the mail may show the link. Finds no invitation without a mail server.
   */
  async renew(
    id: number,
    { byId, ...options }: { byId: number } & Parameters<InvitationStore['renew']>[2],
  ): Promise<InviteResult> {
    if (!this.isMailSet) return { ok: false, code: CODES.unknown };
    return this.makeLink({ byId, isMailedOnly: true }, (link) =>
      this.invitations.renew(id, link, options),
    );
  }

  private async makeLink(
    { byId, isMailedOnly }: { readonly byId: number; readonly isMailedOnly: boolean },
    write: (link: NewLink) => Promise<Invitation | undefined>,
  ): Promise<InviteResult> {
    const nowMs = this.clock.nowMs();
    const counted = {
      key: `invitations of ${byId} in the hour ${Math.floor(nowMs / HOUR_MS)}`,
      waitAfterMs: (times: number) => (times < accountLimits.invitationsPerHour ? 0 : HOUR_MS),
    };
    const taken = await this.attempts.take({ keys: [counted], nowMs, forgottenAfterMs: HOUR_MS });
    if (!taken.ok) return TOO_MANY;
    const { token, hash } = createToken();
    const invitation = await write({
      tokenHash: hash,
      invitedBy: byId,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + accountLimits.invitationLifetimeMs,
      isMailedOnly,
    });
    if (!invitation) return { ok: false, code: CODES.unknown };
    const path = to('/invitations/:token', { token });
    return { ok: true, token, link: this.options.publicUrl + path, path, invitation };
  }

  async find(token: string): Promise<FoundInvitation> {
    const hash = toTokenHash(token);
    const invitation = hash === undefined ? undefined : await this.invitations.find(hash);
    if (!invitation) return { ok: false, code: CODES.unknown };
    if (invitation.acceptedAtMs !== undefined) return { ok: false, code: CODES.used };
    if (invitation.expiresAtMs <= this.clock.nowMs()) return { ok: false, code: CODES.expired };
    const maker = await this.invitations.findMaker(invitation);
    if (maker === undefined) return { ok: false, code: CODES.unknown };
    const provesAddress = maker === 'owner' || invitation.isMailedOnly === true;
    return { ok: true, invitation, provesAddress };
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

  /**
   * Creates an account with a password and accepts the invitation. Does not sign the person in. A
   * link that proves no address gets one answer for all addresses.
   */
  async acceptAsNew(token: string, details: AccountDetails): Promise<AcceptResult> {
    const open = await this.find(token);
    if (open.ok && !open.provesAddress) return { ok: false, code: 'accounts.account_needed' };
    const found = onlyFor(details.email, open);
    if (!found.ok) return found;
    const prepared = await this.accounts.prepare(details);
    if (!prepared.ok) return prepared;
    return this.accept(token, { newUser: prepared.user });
  }

  async acceptAs(token: string, user: User): Promise<AcceptResult> {
    const found = onlyFor(user.email, await this.find(token));
    return found.ok ? this.accept(token, { userId: user.id }) : found;
  }

  /**
   * Creates an account without a password for a person whom a provider has identified. Returns
   * undefined when the invitation names another email or can no longer be accepted.
   */
  async acceptAsVouched(token: string, newUser: NewUser): Promise<number | undefined> {
    const found = onlyFor(newUser.email, await this.find(token));
    if (!found.ok) return undefined;
    const accepted = await this.accept(token, { newUser });
    return accepted.ok ? accepted.userId : undefined;
  }

  /** Whether the link of an open invitation proves that this address is the person's. */
  async isProofOf(token: string, email: string): Promise<boolean> {
    const found = onlyFor(email, await this.find(token));
    return found.ok && found.provesAddress;
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

function onlyFor(
  email: string,
  found: FoundInvitation,
): FoundInvitation | { ok: false; code: 'accounts.invitation_for_another' } {
  if (!found.ok || isFor(found.invitation, email)) return found;
  return { ok: false, code: 'accounts.invitation_for_another' };
}

export function isFor(invitation: { readonly email?: string }, email: string): boolean {
  return (
    invitation.email === undefined || parseEmail(email)?.key === parseEmail(invitation.email)?.key
  );
}
