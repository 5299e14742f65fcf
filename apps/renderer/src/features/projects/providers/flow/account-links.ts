import { Injectable } from '@nestjs/common';
import { IdentityStore } from '#product/projects/providers';
import type { Provider } from '#product/projects/providers';
import { UserStore } from '#product/people/accounts';
import type { Profile } from '#product/projects/providers/rules';
import { Clock } from '#shared';
import { AccountNotices } from '../../../people/accounts/index.ts';
import { AuditTrail } from '../../../people/audit/index.ts';
import { GroupRoles } from './group-roles.ts';

@Injectable()
export class AccountLinks {
  constructor(
    private readonly identities: IdentityStore,
    private readonly users: UserStore,
    private readonly roles: GroupRoles,
    private readonly notices: AccountNotices,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Links the identity with an account that the person has proved to own. Returns false when the
   * identity now belongs to another account.
   */
  async link(provider: Provider, profile: Profile, userId: number): Promise<boolean> {
    const [before] = (await this.identities.listOf(userId)).filter(
      ({ issuer }) => issuer === profile.issuer,
    );
    const isLinked = await this.identities.link({
      ...profile,
      userId,
      linkedAtMs: this.clock.nowMs(),
      groups: profile.groups ?? [],
    });
    if (!isLinked) return false;
    await this.audit.note(userId, {
      what: 'person.linked',
      target: String(userId),
      ...(before ? { from: before.subject } : {}),
      to: provider.name,
    });
    const user = await this.users.find(userId);
    if (user) await this.notices.noteProvider(user, `linked with ${provider.name}`);
    await this.roles.give(provider, profile, userId);
    return true;
  }
}
