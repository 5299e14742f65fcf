import { Global, Module } from '@nestjs/common';
import { SignInWays } from '../../people/accounts/index.ts';
import { Arrivals } from './flow/arrivals.ts';
import { Flows } from './flow/flows.ts';
import { GivenRoles } from './flow/given-roles.ts';
import { LinkController } from './flow/link.controller.ts';
import { OidcClient } from './flow/oidc-client.ts';
import { OwnProof } from './flow/own-proof.ts';
import { ProviderSignInController } from './flow/provider-sign-in.controller.ts';
import { ProviderTrial } from './flow/provider-trial.ts';
import { OwnProvidersController } from './own-providers.controller.ts';
import { OwnProviders } from './own-providers.ts';
import { ProviderList } from './provider-list.ts';
import { ProviderSettingsController } from './settings/provider-settings.controller.ts';
import { ProviderSettings } from './settings/provider-settings.ts';
import { StoredSignInWays } from './stored-sign-in-ways.ts';

/** Sign-in with providers of OpenID Connect. Global, because accounts ask which ways there are. */
@Global()
@Module({
  controllers: [
    ProviderSignInController,
    LinkController,
    ProviderSettingsController,
    OwnProvidersController,
  ],
  providers: [
    Arrivals,
    Flows,
    GivenRoles,
    OidcClient,
    OwnProof,
    OwnProviders,
    ProviderList,
    ProviderSettings,
    ProviderTrial,
    { provide: SignInWays, useClass: StoredSignInWays },
  ],
  exports: [SignInWays],
})
export class ProvidersModule {}
