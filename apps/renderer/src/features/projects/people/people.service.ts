import { Injectable } from '@nestjs/common';
import { MembershipStore, SessionStore, UserStore } from '#product/people/accounts';
import type { StandingChange, User } from '#product/people/accounts';
import type { SectionState } from '../../people/menus/index.ts';
import { SecondFactorResets } from '../../people/second-factor/index.ts';
import { accountLimits } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';

/** Somebody, and what they may see. */
export interface PersonInProjects extends User {
  /** By project id; what an owner is in projects beside owning all. */
  readonly projects: readonly { readonly name: string; readonly role: ProjectRole }[];
  readonly hasSecondFactor: boolean;
}

export type StandingResult =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly code: 'accounts.last_owner' | 'accounts.user_unknown' };

/** Everybody there is. Whether somebody may ask or change that is the caller's to know. */
@Injectable()
export class PeopleService implements SectionState {
  constructor(
    private readonly users: UserStore,
    private readonly memberships: MembershipStore,
    private readonly sessions: SessionStore,
    private readonly resets: SecondFactorResets,
  ) {}

  async describeState(): Promise<string> {
    const limit = accountLimits.peoplePerPage;
    const found = await this.users.list({ limit: limit + 1, afterId: 0 });
    if (found.length > limit) return `${limit}+ people`;
    return found.length === 1 ? '1 person' : `${found.length} people`;
  }

  /** By id, after that of an earlier page; `nextAfterId` when there are more. */
  async list(afterId = 0): Promise<{ people: PersonInProjects[]; nextAfterId?: number }> {
    const limit = accountLimits.peoplePerPage;
    const found = await this.users.list({ limit: limit + 1, afterId });
    const shown = found.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    const [memberships, withFactor] = await Promise.all([
      this.memberships.listProjectsOf(ids),
      this.resets.listWith(ids),
    ]);
    const people = shown.map((user) => ({
      ...user,
      projects: (memberships.get(user.id) ?? []).map(({ project, role }) => ({
        name: project.name,
        role,
      })),
      hasSecondFactor: withFactor.has(user.id),
    }));
    const last = found.length > limit ? shown.at(-1) : undefined;
    return { people, ...(last ? { nextAfterId: last.id } : {}) };
  }

  /** Of who is active alone. */
  makeOwner(id: number): Promise<StandingResult> {
    return this.toResult(id, this.users.setOwner(id, true));
  }

  /** Their open invitations are withdrawn. */
  unmakeOwner(id: number): Promise<StandingResult> {
    return this.toResult(id, this.users.setOwner(id, false));
  }

  /** They are signed out everywhere; what they may see stays for when they are enabled. */
  disable(id: number): Promise<StandingResult> {
    return this.toResult(id, this.users.disable(id));
  }

  enable(id: number): Promise<StandingResult> {
    return this.toResult(id, this.users.enable(id));
  }

  /** For good; email and name stay on what they did. */
  async remove(id: number): Promise<StandingResult> {
    const result = await this.toResult(id, this.users.remove(id));
    if (result.ok) await this.resets.forget(id);
    return result;
  }

  /** Takes a second factor away that is lost, and signs the person out. */
  async resetSecondFactor(id: number): Promise<StandingResult> {
    const user = await this.users.find(id);
    const isReset = user !== undefined && (await this.resets.reset(user));
    return isReset ? { ok: true, user } : { ok: false, code: 'accounts.user_unknown' };
  }

  async endSessions(id: number): Promise<StandingResult> {
    const user = await this.users.find(id);
    if (!user) return { ok: false, code: 'accounts.user_unknown' };
    await this.sessions.endAll(id);
    return { ok: true, user };
  }

  private async toResult(id: number, change: Promise<StandingChange>): Promise<StandingResult> {
    const changed = await change;
    if (changed === 'last_owner') return { ok: false, code: 'accounts.last_owner' };
    const user = changed === 'changed' ? await this.users.find(id) : undefined;
    return user ? { ok: true, user } : { ok: false, code: 'accounts.user_unknown' };
  }
}
