import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { IdentityStore } from '#product/projects/providers';
import { isSameIssuer, to } from '#shared';
import type { Address } from '#shared';
import { AccountNotices, SignInWays } from '../../people/accounts/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { ProviderList } from './provider-list.ts';

export function toLinkAddress(slug: string): Address {
  const query = { to: '/account/providers', link: 'on' };
  return to('/sign-in/with/:provider', { provider: slug }, { query });
}

const UNLINKED = 'You are not linked with this provider.';

@Injectable()
export class OwnProviders {
  constructor(
    private readonly providers: ProviderList,
    private readonly identities: IdentityStore,
    private readonly users: UserStore,
    private readonly ways: SignInWays,
    private readonly notices: AccountNotices,
    private readonly audit: AuditTrail,
  ) {}

  async show(userId: number) {
    const [providers, identities] = await Promise.all([
      this.providers.list(),
      this.identities.listOf(userId),
    ]);
    return {
      providers: providers.map(({ slug, name, issuer }) => ({
        key: slug,
        name,
        isLinked: identities.some((identity) => isSameIssuer(identity.issuer, issuer)),
        href: toLinkAddress(slug),
      })),
    };
  }

  /** Returns undefined on success, otherwise the reason why the provider cannot be unlinked. */
  async unlink(userId: number, key: string): Promise<string | undefined> {
    const provider = await this.providers.find(key);
    const identities = await this.identities.listOf(userId);
    const own = provider && identities.find(({ issuer }) => isSameIssuer(issuer, provider.issuer));
    if (!own) return UNLINKED;
    const [found, mayUsePassword] = await Promise.all([
      this.users.findCredentials({ userId }),
      this.ways.mayUsePassword(userId),
    ]);
    if (identities.length === 1 && !mayUsePassword) {
      return 'Passwords are switched off, so that nothing else would sign you in.';
    }
    if (identities.length === 1 && found?.passwordHash === '') {
      return 'You have no password, so that nothing else would sign you in. Set one by “Forgotten your password?” first.';
    }
    const user = await this.users.find(userId);
    const notice = user && this.notices.tellProvider(user, `unlinked from ${provider.name}`);
    const line = { what: 'person.unlinked', target: String(userId), from: provider.name };
    const tell = this.audit.prepare(userId, line, notice);
    return (await this.identities.unlink(userId, own.issuer, tell)) ? undefined : UNLINKED;
  }
}
