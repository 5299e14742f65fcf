import { Body, Get } from '@nestjs/common';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { SettingsSection } from '../settings/index.ts';
import { makeToken, withdrawToken } from './token-actions.ts';
import { NewTokenDto, TokenIdDto } from './tokens.dto.ts';
import type { MadeToken, TokensProps } from './tokens.dto.ts';
import { TokensService } from './tokens.service.ts';
import type { TokenOwner } from './tokens.service.ts';

@SettingsSection({
  name: 'Tokens',
  words: 'api sentry-cli upload auth',
  segment: 'tokens',
  state: TokensService,
  help: 'A token lets a program such as sentry-cli ask this Errata. One of a person is under Account.',
  document: 'source-maps',
  order: 40,
  right: 'instance.settings',
})
export class OrganisationTokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Page<TokensProps>('tokens/tokens.page', {
    head: () => ({ title: 'Tokens of the organisation' }),
  })
  list(@CurrentAccess() access: Access): Promise<TokensProps> {
    return this.tokens.show(ownerOf(access));
  }

  @Action('make-token', { showsResult: true })
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
  return { kind: 'organisation', by: access.getSignedIn().user };
}
