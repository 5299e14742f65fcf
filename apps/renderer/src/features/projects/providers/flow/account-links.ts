import { Injectable } from '@nestjs/common';
import { IdentityStore } from '#product/projects/providers';
import type { Identity, Provider } from '#product/projects/providers';
import { UserStore } from '#product/people/accounts';
import type { Profile } from '#product/projects/providers/rules';
import { Clock, formatUtc, parseEmail } from '#shared';
import { AccountNotices } from '../../../people/accounts/index.ts';
import type { Withdrawal } from '../../../people/accounts/index.ts';
import { AuditTrail } from '../../../people/audit/index.ts';
import { GroupRoles } from './group-roles.ts';

const toAddress = ({ email = '' }: Profile) => parseEmail(email)?.email;

/** Names an identity as its person knows it at the provider. */
export function nameIdentity({ address, linkedAtMs }: Identity): string {
  return address ?? `the account that was linked on ${formatUtc(linkedAtMs).slice(0, 10)}`;
}

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

  /** Returns the identity of the same issuer whose place this one would take. */
  async findFormer({ issuer }: Profile, userId: number): Promise<Identity | undefined> {
    return (await this.identities.listOf(userId)).find((each) => each.issuer === issuer);
  }

  async noteAddress(identity: Identity, profile: Profile): Promise<void> {
    const address = toAddress(profile);
    if (address === undefined || address === identity.address) return;
    await this.identities.note(identity, { address });
  }

  /**
   * Links the identity with an account that the person has proved to own. Returns false when the
   * identity now belongs to another account.
   */
  async link(provider: Provider, profile: Profile, userId: number): Promise<boolean> {
    const before = await this.findFormer(profile, userId);
    const linkedAtMs = this.clock.nowMs();
    const groups = profile.groups ?? [];
    const identity = { ...profile, userId, linkedAtMs, groups, address: toAddress(profile) };
    const user = await this.users.find(userId);
    const done = `linked with ${provider.name}`;
    const which = before && `: ${nameIdentity(identity)} in place of ${nameIdentity(before)}`;
    const notice = user && this.notices.tellProvider(user, done, which);
    const to = provider.name;
    const line = { what: 'person.linked', target: String(userId), from: before?.subject, to };
    const tell = this.audit.prepare(userId, line, notice);
    const isLinked = await this.identities.link(identity, tell);
    if (!isLinked) return false;
    await this.roles.give(provider, profile, userId);
    return true;
  }

  /** Ends the link. Callers check that something else signs the person in. */
  async unlink({ userId, issuer }: Identity, name: string, by: Withdrawal): Promise<boolean> {
    const user = await this.users.find(userId);
    const notice = user && this.notices.tellProvider(user, `unlinked from ${name}`);
    const line = { what: 'person.unlinked', target: String(userId), from: name };
    const tell = this.audit.prepare(by.byUserId ?? userId, line, notice);
    const { keptSessionId } = by;
    return this.identities.unlink(userId, issuer, { keptSessionId, tell });
  }
}
