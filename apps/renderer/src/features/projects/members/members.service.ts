import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { MembershipStore } from '#product/projects/members';
import type { Member } from '#product/projects/members';
import { accountLimits, Clock, parseEmail } from '#shared';
import { isProjectRole } from '#product/people/accounts/rules';
import type { ProjectRole } from '#product/people/accounts/rules';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { AccountsOptions, isSameToken } from '../../people/accounts/index.ts';

export type AddResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'accounts.email_invalid' | 'accounts.not_addable' | 'accounts.member_already';
    };

interface NotMember {
  readonly ok: false;
  readonly code: 'accounts.not_member';
}
export type MemberChange = { readonly ok: true } | NotMember;

/** The `ticket` lets the caller put the removed member back within an hour. */
export type MemberRemoval =
  | { readonly ok: true; readonly email: string; readonly ticket: string }
  | NotMember;
export type MemberReturn =
  | {
      readonly ok: true;
      readonly email: string;
      readonly role: ProjectRole;
    }
  | NotMember;

const TICKET =
  /^(?<userId>\d{1,15})\.(?<role>[a-z]+)\.(?<untilMs>\d{1,15})\.(?<signature>[\w-]{43})$/;

const NOT_MEMBER: NotMember = { ok: false, code: 'accounts.not_member' };
const TICKET_MS = 3_600_000;

/**
 * Lists and changes the members of a project. The methods do not check rights. Callers must do so.
 */
@Injectable()
export class MembersService implements SectionState {
  constructor(
    private readonly users: UserStore,
    private readonly memberships: MembershipStore,
    private readonly options: AccountsOptions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId: number): Promise<string> {
    const { members, nextAfterId } = await this.list(projectId);
    return nextAfterId === undefined
      ? describeNumber(members.length, 'member', 'none')
      : `${members.length}+ members`;
  }

  async list(
    projectId: number,
    { afterUserId = 0, text = '' }: { afterUserId?: number | undefined; text?: string } = {},
  ): Promise<{ members: Member[]; nextAfterId?: number }> {
    const limit = accountLimits.membersPerPage;
    const page = { limit: limit + 1, afterUserId, text };
    const found = await this.memberships.listMembers(projectId, page);
    const members = found.slice(0, limit);
    const last = found.length > limit ? members.at(-1) : undefined;
    return { members, nextAfterId: last?.userId };
  }

  /**
   * Adds a person by email. Callers must be allowed to see all people, because the result reveals
   * whether the account exists.
   */
  async add(
    projectId: number,
    { email, role }: { email: string; role: ProjectRole },
    byUserId: number,
  ): Promise<AddResult> {
    const parsed = parseEmail(email);
    if (!parsed) return { ok: false, code: 'accounts.email_invalid' };
    const user = await this.users.findActive(parsed.key);
    if (!user) return { ok: false, code: 'accounts.not_addable' };
    const membership = { userId: user.id, projectId, role };
    const isAdded = await this.join(membership, byUserId);
    if (isAdded) return { ok: true };
    const isMember = (await this.memberships.findRole(user.id, projectId)) !== undefined;
    return { ok: false, code: isMember ? 'accounts.member_already' : 'accounts.not_addable' };
  }

  async isDisabled(email: string): Promise<boolean> {
    const key = parseEmail(email)?.key;
    return key !== undefined && (await this.users.findByEmail(key))?.state === 'disabled';
  }

  async changeRole(
    projectId: number,
    { userId, role }: { userId: number; role: ProjectRole },
    byUserId: number,
  ): Promise<MemberChange> {
    const line = { projectId, what: 'member.role', target: String(userId), to: role };
    const isChanged = await this.memberships.changeRole({ userId, projectId, role }, (from) =>
      this.audit.prepare(byUserId, { ...line, from }),
    );
    return isChanged ? { ok: true } : NOT_MEMBER;
  }

  async remove(projectId: number, userId: number, byUserId: number): Promise<MemberRemoval> {
    const [role, user] = await Promise.all([
      this.memberships.findRole(userId, projectId),
      this.users.find(userId),
    ]);
    const line = { projectId, what: 'member.removed', target: String(userId), from: true };
    const tell = this.audit.prepare(byUserId, line);
    const isRemoved = await this.memberships.remove(userId, projectId, tell);
    if (!isRemoved || !role || !user) return NOT_MEMBER;
    return { ok: true, email: user.email, ticket: this.createTicket(projectId, { userId, role }) };
  }

  /**
   * Undoes a removal with the ticket that `remove` returned. The ticket alone is enough, because
   * the caller may be allowed to remove people but not to add them.
   */
  async undoRemoval(projectId: number, ticket: string, byUserId: number): Promise<MemberReturn> {
    const { userId: id, role = '', untilMs } = TICKET.exec(ticket)?.groups ?? {};
    const [userId, until] = [Number(id), Number(untilMs)];
    const isOpen =
      isProjectRole(role) &&
      until > this.clock.nowMs() &&
      isSameToken(ticket, this.createTicket(projectId, { userId, role }, until));
    const user = isOpen ? await this.users.find(userId) : undefined;
    if (!isOpen || user?.state !== 'active') return NOT_MEMBER;
    const isBack = await this.join({ userId, projectId, role }, byUserId);
    const present = isBack ? role : await this.memberships.findRole(userId, projectId);
    return present ? { ok: true, email: user.email, role: present } : NOT_MEMBER;
  }

  private join(
    membership: { userId: number; projectId: number; role: ProjectRole },
    byUserId: number,
  ): Promise<boolean> {
    const { userId, projectId, role: to } = membership;
    const line = { projectId, what: 'member.added', target: String(userId), to };
    const tell = this.audit.prepare(byUserId, line);
    const nowMs = this.clock.nowMs();
    return this.memberships.set({ ...membership, nowMs, onlyIf: 'absent', tell });
  }

  private createTicket(
    projectId: number,
    { userId, role }: { userId: number; role: ProjectRole },
    untilMs = this.clock.nowMs() + TICKET_MS,
  ): string {
    const what = `${userId}.${role}.${untilMs}`;
    const signature = createHmac('sha256', this.options.secret)
      .update(`put back ${projectId} ${what}`)
      .digest('base64url');
    return `${what}.${signature}`;
  }

  /**
   * Returns emails of active people who are not members of the project. Considers only the first
   * `peopleSuggested` accounts. Callers must be allowed to see all people.
   */
  async listAddable(projectId: number): Promise<string[]> {
    const limit = accountLimits.peopleSuggested;
    const [people, members] = await Promise.all([
      this.users.list({ limit }),
      this.memberships.listMembers(projectId, { limit }),
    ]);
    const inProject = new Set(members.map(({ userId }) => userId));
    return people
      .filter(({ id, state }) => state === 'active' && !inProject.has(id))
      .map(({ email }) => email);
  }
}
