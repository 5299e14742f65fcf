import { Injectable } from '@nestjs/common';
import { MembershipStore } from '#product/projects/members';
import { IdentityStore } from '#product/projects/providers';
import type { Provider } from '#product/projects/providers';
import { planRoles } from '#product/projects/providers/rules';
import type { Profile } from '#product/projects/providers/rules';
import { ProjectStore } from '#product/projects/projects';
import { Clock } from '#shared';
import { AuditTrail } from '../../../people/audit/index.ts';
import { ProviderList } from '../provider-list.ts';
import { GroupOwnership } from './group-ownership.ts';

/** Gives people, at each sign-in, the roles that the rules assign to their groups. */
@Injectable()
export class GroupRoles {
  constructor(
    private readonly providers: ProviderList,
    private readonly identities: IdentityStore,
    private readonly projects: ProjectStore,
    private readonly ownership: GroupOwnership,
    private readonly memberships: MembershipStore,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Changes nothing when the provider sent no groups. */
  async give(provider: Provider, profile: Profile, userId: number): Promise<void> {
    const { groups } = profile;
    if (!groups) return;
    await this.noteGroups(provider, { ...profile, groups }, userId);
    const [rules, projects] = await Promise.all([
      this.providers.listGroups(provider),
      this.projects.list(),
    ]);
    const plan = planRoles(
      rules,
      groups,
      projects.map(({ id }) => id),
    );
    if (plan.isOwner !== undefined) await this.ownership.set(userId, plan.isOwner);
    const present = await this.memberships.listRoles(userId);
    for (const [projectId, role] of plan.roles) {
      const from = present.get(projectId);
      if (role === from) continue;
      const nowMs = this.clock.nowMs();
      const tell = this.audit.prepare(userId, {
        projectId,
        what: role ? 'member.role' : 'member.removed',
        target: String(userId),
        from: from ?? 'nobody',
        to: role,
      });
      if (role) await this.memberships.set({ userId, projectId, role, nowMs, tell });
      else await this.memberships.remove(userId, projectId, tell);
    }
  }

  private async noteGroups(
    { name }: Provider,
    profile: Profile & { readonly groups: readonly string[] },
    userId: number,
  ): Promise<void> {
    const known = await this.identities.find(profile);
    const [before, after] = [known?.groups ?? [], profile.groups].map((groups) =>
      [...groups].toSorted().join(', '),
    );
    if (before === after) return;
    const to = `${name}: ${after}`;
    const line = { what: 'person.groups', target: String(userId), from: before, to };
    const tell = this.audit.prepare(userId, line);
    await this.identities.note(profile, { groups: profile.groups }, tell);
  }
}
