import { Global, Module } from '@nestjs/common';
import { TokenHolders } from '../accounts/index.ts';
import { OrganisationTokensController } from './organisation-tokens.controller.ts';
import { OwnTokensController } from './own-tokens.controller.ts';
import { StoredTokenHolders } from './stored-token-holders.ts';
import { TokensService } from './tokens.service.ts';

/** Global, because `accounts` needs `TokenHolders`. */
@Global()
@Module({
  controllers: [OrganisationTokensController, OwnTokensController],
  providers: [TokensService, { provide: TokenHolders, useClass: StoredTokenHolders }],
  exports: [TokenHolders],
})
export class TokensModule {}
