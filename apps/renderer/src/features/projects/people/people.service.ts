import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { SessionStore, UserStore } from '#product/people/accounts';
import { MembershipStore } from '#product/projects/members';
import { IdentityStore } from '#product/projects/providers';
import type { StandingChange, User } from '#product/people/accounts';
import { Withdrawals } from '../../people/accounts/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { SecondFactorResets } from '../../people/second-factor/index.ts';
import { ProviderList } from '../providers/index.ts';
import { accountLimits, hasEmailDomain } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';
import type { SignedOutPersonDto } from './people.dto.ts';

export interface PersonInProjects extends User {
  /** Memberships. Owners may have some too, although they have every right without them. */
  readonly projects: readonly { readonly name: string; readonly role: ProjectRole }[];
  /** How many memberships `projects` leaves out. */
  readonly moreProjects: number;
  readonly hasSecondFactor: boolean;
  readonly isLinked: boolean;
  /** Name of the provider that would let the person back in after a removal. */
  readonly admittedBy: string | undefined;
}

const PROJECTS_NAMED = 10;

export type PersonChangeResult =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly code: 'accounts.last_owner' | 'accounts.user_unknown' };

/**
 * Lists and changes people. The methods do not check rights. Callers must do so. `tell` joins the
 * change that takes place.
 */
@Injectable()
export class PeopleService implements SectionState {
  constructor(
    private readonly users: UserStore,
    private readonly memberships: MembershipStore,
    private readonly sessions: SessionStore,
    private readonly resets: SecondFactorResets,
    private readonly providers: ProviderList,
    private readonly withdrawals: Withdrawals,
    private readonly identities: IdentityStore,
  ) {}

  async describeState(): Promise<string> {
    const limit = accountLimits.peoplePerPage;
    const found = await this.users.list({ limit: limit + 1, afterId: 0 });
    if (found.length > limit) return `${limit}+ people`;
    return found.length === 1 ? '1 person' : `${found.length} people`;
  }

  async list(
    afterId = 0,
    text = '',
  ): Promise<{ people: PersonInProjects[]; nextAfterId?: number }> {
    const limit = accountLimits.peoplePerPage;
    const found = await this.users.list({ limit: limit + 1, afterId, text });
    const shown = found.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    const [memberships, withFactor, linked, providers] = await Promise.all([
      this.memberships.listProjectsOf(ids),
      this.resets.listUsersWithFactor(ids),
      this.identities.listLinked(ids),
      this.providers.list(),
    ]);
    const people = shown.map((user) => ({
      ...user,
      admittedBy: providers.find(({ domains }) => hasEmailDomain(user.email, domains))?.name,
      projects: (memberships.get(user.id) ?? [])
        .slice(0, PROJECTS_NAMED)
        .map(({ project, role }) => ({ name: project.name, role })),
      moreProjects: Math.max(0, (memberships.get(user.id)?.length ?? 0) - PROJECTS_NAMED),
      hasSecondFactor: withFactor.has(user.id),
      isLinked: linked.has(user.id),
    }));
    const last = found.length > limit ? shown.at(-1) : undefined;
    return { people, nextAfterId: last?.id };
  }

  /** Taking ownership away also withdraws the person's open invitations. */
  setOwner(id: number, isOwner: boolean, tell: JoinedWrite): Promise<PersonChangeResult> {
    const change = this.users.setOwner(id, isOwner, tell);
    return this.toResult(
      id,
      change,
      (user) => user.state !== 'removed' && user.isOwner === isOwner,
    );
  }

  /**
   * Disables the account and ends all sessions of the person. The memberships stay, and apply again
   * when the account is enabled.
   */
  disable(id: number, tell: JoinedWrite): Promise<PersonChangeResult> {
    return this.toResult(id, this.users.disable(id, tell));
  }

  enable(id: number, tell: JoinedWrite): Promise<PersonChangeResult> {
    return this.toResult(id, this.users.enable(id, tell), ({ state }) => state === 'active');
  }

  /**
   * Removes the person for good. Comments and audit entries of the person still show email and
   * name.
   */
  async remove(id: number, byUserId: number, tell: JoinedWrite): Promise<PersonChangeResult> {
    const result = await this.toResult(id, this.users.remove(id, tell));
    if (result.ok) await this.resets.forget(id);
    if (result.ok) await this.withdraw({ user: String(id), withdrawTokens: 'on' }, byUserId);
    return result;
  }

  async resetSecondFactor(id: number, byUserId: number): Promise<PersonChangeResult> {
    const user = await this.users.find(id);
    const isReset = user !== undefined && (await this.resets.reset(user, byUserId));
    return isReset ? { ok: true, user } : { ok: false, code: 'accounts.user_unknown' };
  }

  async endSessions(id: number, tell: JoinedWrite): Promise<PersonChangeResult> {
    const user = await this.users.find(id);
    if (!user) return { ok: false, code: 'accounts.user_unknown' };
    await this.sessions.endAll(id, { tell });
    return { ok: true, user };
  }

  withdraw(fields: SignedOutPersonDto, byUserId: number): Promise<string> {
    return this.withdrawals.run(fields, { userId: Number(fields.user), byUserId });
  }

  /** Somebody who is so already counts as changed. */
  private async toResult(
    id: number,
    change: Promise<StandingChange>,
    isSo: (user: User) => boolean = () => false,
  ): Promise<PersonChangeResult> {
    const changed = await change;
    if (changed === 'last_owner') return { ok: false, code: 'accounts.last_owner' };
    const user = await this.users.find(id);
    const isDone = user !== undefined && (changed === 'changed' || isSo(user));
    return isDone ? { ok: true, user } : { ok: false, code: 'accounts.user_unknown' };
  }
}
