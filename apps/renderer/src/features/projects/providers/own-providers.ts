import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { IdentityStore } from '#product/projects/providers';
import { isSameIssuer, to } from '#shared';
import type { Address } from '#shared';
import { SignInWays } from '../../people/accounts/index.ts';
import { AccountLinks } from './flow/account-links.ts';
import { nameIssuer, ProviderList } from './provider-list.ts';

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
    private readonly links: AccountLinks,
  ) {}

  async show(userId: number) {
    const [providers, identities] = await Promise.all([
      this.providers.list(),
      this.identities.listOf(userId),
    ]);
    const linked = identities.map(({ issuer, address, linkedAtMs }) => ({
      issuer,
      name: nameIssuer(providers, issuer),
      address,
      linkedAtMs,
    }));
    const others = providers.filter(
      (each) => !linked.some(({ issuer }) => isSameIssuer(issuer, each.issuer)),
    );
    return {
      linked,
      others: others.map(({ slug, name }) => ({ key: slug, name, href: toLinkAddress(slug) })),
    };
  }

  /** Returns undefined on success, otherwise the reason why the provider cannot be unlinked. */
  async unlink(userId: number, issuer: string): Promise<string | undefined> {
    const [providers, identities, found, mayUsePassword] = await Promise.all([
      this.providers.list(),
      this.identities.listOf(userId),
      this.users.findCredentials({ userId }),
      this.ways.mayUsePassword(userId),
    ]);
    const own = identities.find((each) => each.issuer === issuer);
    if (!own) return UNLINKED;
    const ways = identities.filter((each) =>
      providers.some((provider) => isSameIssuer(provider.issuer, each.issuer)),
    );
    const isOnlyWay = ways.length > 0 && ways.every((each) => each.issuer === issuer);
    if (isOnlyWay && !mayUsePassword) {
      return 'Passwords are switched off, so that nothing else would sign you in.';
    }
    if (isOnlyWay && found?.passwordHash === '') {
      return 'You have no password, so that nothing else would sign you in. Set one by “Forgotten your password?” first.';
    }
    const name = nameIssuer(providers, issuer);
    return (await this.links.unlink(own, name, { userId })) ? undefined : UNLINKED;
  }
}
