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
    const user = await this.users.find(userId);
    const notice = user && this.notices.tellProvider(user, `linked with ${provider.name}`);
    const to = provider.name;
    const line = { what: 'person.linked', target: String(userId), from: before?.subject, to };
    const tell = this.audit.prepare(userId, line, notice);
    const linkedAtMs = this.clock.nowMs();
    const identity = { ...profile, userId, linkedAtMs, groups: profile.groups ?? [] };
    const isLinked = await this.identities.link(identity, tell);
    if (!isLinked) return false;
    await this.roles.give(provider, profile, userId);
    return true;
  }
}
