import { Global, Module } from '@nestjs/common';
import { ProviderSessions, SignInWays } from '../../people/accounts/index.ts';
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
import { StoredSignInWays } from './stored-sign-in-ways.ts';

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
