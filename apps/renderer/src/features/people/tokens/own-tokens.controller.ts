import { Body, Get } from '@nestjs/common';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { AccountSection, CurrentAccess, NeedsProof } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { makeToken, withdrawToken } from './token-actions.ts';
import { NewTokenDto, TokenIdDto } from './tokens.dto.ts';
import type { MadeToken, TokensProps } from './tokens.dto.ts';
import { TokensService } from './tokens.service.ts';
import type { TokenOwner } from './tokens.service.ts';

@AccountSection({ name: 'Tokens', segment: 'tokens', order: 40 })
export class OwnTokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Page<TokensProps>('tokens/tokens.page', {
    head: () => ({ title: 'Your tokens' }),
  })
  list(@CurrentAccess() access: Access): Promise<TokensProps> {
    return this.tokens.show(ownerOf(access));
  }

  @Action('make-token', { showsResult: true })
  @NeedsProof()
  make(@Body() fields: NewTokenDto, @CurrentAccess() access: Access): Promise<MadeToken> {
    return makeToken(this.tokens, ownerOf(access), fields);
  }

  @Action('withdraw-token')
  withdraw(
    @Body() fields: TokenIdDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    return withdrawToken(this.tokens, ownerOf(access), { fields, flash });
  }
}

function ownerOf(access: Access): TokenOwner {
  return { kind: 'person', by: access.getSignedIn().user };
}
