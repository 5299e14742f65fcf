import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { PasswordRuleStore } from '#product/projects/providers';
import { to as toUrl } from '#shared';
import type { Address } from '#shared';
import { SignInWays } from '../../people/accounts/index.ts';
import type { SignInWay } from '../../people/accounts/index.ts';
import { ProviderList } from './provider-list.ts';

@Injectable()
export class StoredSignInWays extends SignInWays {
  constructor(
    private readonly providers: ProviderList,
    private readonly rule: PasswordRuleStore,
    private readonly users: UserStore,
  ) {
    super();
  }

  override async list(to: Address): Promise<SignInWay[]> {
    const providers = await this.providers.list();
    return providers.map(({ slug, name }) => ({
      name,
      href: toUrl('/sign-in/with/:provider', { provider: slug }, { query: { to } }),
    }));
  }

  override async arePasswordsOff(): Promise<boolean> {
    return (await this.rule.findOwnerId()) !== undefined;
  }

  override async mayUsePassword(userId: number): Promise<boolean> {
    const ownerId = await this.rule.findOwnerId();
    if (ownerId === undefined || ownerId === userId) return true;
    // The owner who kept a password may since have been disabled or have lost ownership. The
    // present first owner may then use a password, because otherwise no owner might be able to sign
    // in.
    const owner = await this.users.find(ownerId);
    const isThere = owner?.state === 'active' && owner.isOwner;
    return !isThere && (await this.users.findFirstOwner())?.id === userId;
  }
}
