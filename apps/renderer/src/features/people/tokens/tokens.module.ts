import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TokenHolders } from '../accounts/index.ts';
import { RootController } from './api/root.controller.ts';
import { OrganisationController } from './api/organisation.controller.ts';
import { OpenApiController } from './api/openapi/openapi.controller.ts';
import { OpenApiDocument } from './api/openapi/openapi-document.ts';
import { OrganisationGuard } from './api/organisation.guard.ts';
import { OrganisationTokensController } from './organisation-tokens.controller.ts';
import { OwnTokensController } from './own-tokens.controller.ts';
import { StoredTokenHolders } from './stored-token-holders.ts';
import { TokensService } from './tokens.service.ts';

/** Global, because `accounts` needs `TokenHolders`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [
    OrganisationTokensController,
    OwnTokensController,
    RootController,
    OrganisationController,
    OpenApiController,
  ],
  providers: [
    OpenApiDocument,
    OrganisationGuard,
    TokensService,
    { provide: TokenHolders, useClass: StoredTokenHolders },
  ],
  exports: [OrganisationGuard, TokenHolders],
})
export class TokensModule {}
