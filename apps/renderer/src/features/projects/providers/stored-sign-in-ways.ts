import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { IdentityStore, PasswordRuleStore } from '#product/projects/providers';
import { to as toUrl } from '#shared';
import type { Address } from '#shared';
import { SignInWays } from '../../people/accounts/index.ts';
import type { SignInWay, Withdrawal } from '../../people/accounts/index.ts';
import { AccountLinks } from './flow/account-links.ts';
import { nameIssuer, ProviderList } from './provider-list.ts';

/** Returns the only person who may use a password. Returns undefined while everybody may. */
export async function findPasswordKeeper(
  rule: PasswordRuleStore,
  users: UserStore,
): Promise<User | undefined> {
  const ownerId = await rule.findOwnerId();
  if (ownerId === undefined) return undefined;
  // The owner who kept a password may since have been disabled or have lost ownership. The present
  // first owner may then use a password, because otherwise no owner might be able to sign in.
  const owner = await users.find(ownerId);
  return owner?.state === 'active' && owner.isOwner ? owner : users.findFirstOwner();
}

@Injectable()
export class StoredSignInWays extends SignInWays {
  constructor(
    private readonly providers: ProviderList,
    private readonly identities: IdentityStore,
    private readonly rule: PasswordRuleStore,
    private readonly users: UserStore,
    private readonly links: AccountLinks,
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
    const keeper = await findPasswordKeeper(this.rule, this.users);
    return keeper === undefined || keeper.id === userId;
  }

  override async mayUnlink(userId: number, setsPassword = false): Promise<boolean> {
    const [found, mayUsePassword, providers, identities] = await Promise.all([
      this.users.findCredentials({ userId }),
      this.mayUsePassword(userId),
      this.providers.list(),
      this.identities.listOf(userId),
    ]);
    const hasPassword = setsPassword || Boolean(found?.passwordHash);
    return mayUsePassword && hasPassword && providers.length + identities.length > 0;
  }

  override async unlinkAll(withdrawal: Withdrawal): Promise<number> {
    const { userId } = withdrawal;
    if (!(await this.mayUnlink(userId))) return 0;
    const providers = await this.providers.list();
    let count = 0;
    for (const identity of await this.identities.listOf(userId)) {
      const name = nameIssuer(providers, identity.issuer);
      if (await this.links.unlink(identity, name, withdrawal)) count += 1;
    }
    return count;
  }
}
