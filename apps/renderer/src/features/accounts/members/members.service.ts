import { Injectable } from '@nestjs/common';
import { MembershipStore, UserStore } from '#persistence';
import type { Member } from '#persistence';
import { accountLimits, Clock, parseEmail } from '#shared';
import type { ProjectRole } from '#shared';

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

/** Who was let go, and as what they may be put back. */
export type MemberRemoval =
  | { readonly ok: true; readonly email: string; readonly role: ProjectRole }
  | NotMember;

const OK = { ok: true } as const;

/** Who is in a project. Whether somebody may ask or change that is the caller's to know. */
@Injectable()
export class MembersService {
  constructor(
    private readonly users: UserStore,
    private readonly memberships: MembershipStore,
    private readonly clock: Clock,
  ) {}

  /** By user id, after that of an earlier page; `nextAfterId` when there are more. */
  async list(
    projectId: number,
    afterUserId = 0,
  ): Promise<{ members: Member[]; nextAfterId?: number }> {
    const limit = accountLimits.peoplePerPage;
    const found = await this.memberships.listMembers(projectId, { limit: limit + 1, afterUserId });
    const members = found.slice(0, limit);
    const last = found.length > limit ? members.at(-1) : undefined;
    return { members, ...(last ? { nextAfterId: last.userId } : {}) };
  }

  /**
   * By email. Somebody who is not there, is disabled or was removed cannot be told from one another by
   * the answer: whoever adds need not be one who may see all people.
   */
  async add(
    projectId: number,
    { email, role }: { email: string; role: ProjectRole },
  ): Promise<AddResult> {
    const parsed = parseEmail(email);
    if (!parsed) return { ok: false, code: 'accounts.email_invalid' };
    const user = await this.users.findActive(parsed.key);
    if (!user) return { ok: false, code: 'accounts.not_addable' };
    const membership = { userId: user.id, projectId, role, nowMs: this.clock.nowMs() };
    if (await this.memberships.set({ ...membership, onlyIf: 'absent' })) return OK;
    const isMember = (await this.memberships.findRole(user.id, projectId)) !== undefined;
    return { ok: false, code: isMember ? 'accounts.member_already' : 'accounts.not_addable' };
  }

  async changeRole(
    projectId: number,
    { userId, role }: { userId: number; role: ProjectRole },
  ): Promise<MemberChange> {
    const membership = { userId, projectId, role, nowMs: this.clock.nowMs() };
    const isChanged = await this.memberships.set({ ...membership, onlyIf: 'present' });
    return isChanged ? OK : { ok: false, code: 'accounts.not_member' };
  }

  async remove(projectId: number, userId: number): Promise<MemberRemoval> {
    const [role, user] = await Promise.all([
      this.memberships.findRole(userId, projectId),
      this.users.find(userId),
    ]);
    const isRemoved = await this.memberships.remove(userId, projectId);
    if (!isRemoved || !role || !user) return { ok: false, code: 'accounts.not_member' };
    return { ok: true, email: user.email, role };
  }

  /** Emails of those who can be added, for who may see all people: the first of them. */
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
