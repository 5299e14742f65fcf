import { Global, Injectable, Module } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { PasswordRuleStore } from '#product/projects/providers';
import { to as toUrl } from '#shared';
import type { Address } from '#shared';
import { ProviderSessions, SignInWays } from '../../people/accounts/index.ts';
import type { SignInWay } from '../../people/accounts/index.ts';
import { AccountLinks } from './flow/account-links.ts';
import { AccountMatching } from './flow/account-matching.ts';
import { Newcomers } from './flow/newcomers.ts';
import { PendingProviderSignIns } from './flow/pending-provider-sign-ins.ts';
import { GroupOwnership } from './flow/group-ownership.ts';
import { GroupRoles } from './flow/group-roles.ts';
import { Leavers } from './flow/leavers.ts';
import { LinkController } from './flow/link.controller.ts';
import { OidcClient } from './flow/oidc-client.ts';
import { SessionChecks } from './flow/session-checks.ts';
import { AccountProof } from './flow/account-proof.ts';
import { ProviderSignInController } from './flow/provider-sign-in.controller.ts';
import { ProviderTrial } from './flow/provider-trial.ts';
import { OwnProvidersController } from './own-providers.controller.ts';
import { OwnProviders } from './own-providers.ts';
import { ProviderList } from './provider-list.ts';
import { ProviderSettingsController } from './settings/provider-settings.controller.ts';
import { ProviderSettings } from './settings/provider-settings.ts';
import { ShownProviders } from './settings/shown-providers.ts';

@Injectable()
class StoredSignInWays extends SignInWays {
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

/** Global, because `accounts` needs `SignInWays` and `ProviderSessions`. */
@Global()
@Module({
  controllers: [
    ProviderSignInController,
    LinkController,
    ProviderSettingsController,
    OwnProvidersController,
  ],
  providers: [
    AccountLinks,
    AccountMatching,
    Newcomers,
    PendingProviderSignIns,
    GroupOwnership,
    GroupRoles,
    Leavers,
    OidcClient,
    AccountProof,
    OwnProviders,
    ProviderList,
    ProviderSettings,
    ProviderTrial,
    SessionChecks,
    ShownProviders,
    { provide: ProviderSessions, useExisting: SessionChecks },
    { provide: SignInWays, useClass: StoredSignInWays },
  ],
  exports: [Newcomers, ProviderList, ProviderSessions, SignInWays],
})
export class ProvidersModule {}
