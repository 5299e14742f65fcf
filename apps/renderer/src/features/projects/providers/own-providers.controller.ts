import { Body, Get } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { AccountSection, CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { OwnProviders } from './own-providers.ts';
import { ProviderDto } from './providers.dto.ts';

@AccountSection({ name: 'Providers', segment: 'providers', order: 16 })
export class OwnProvidersController {
  constructor(private readonly own: OwnProviders) {}

  @Get()
  @Page<PropsOf<OwnProvidersController['show']>>('providers/own.page', {
    head: () => ({ title: 'Providers' }),
  })
  show(@CurrentAccess() access: Access) {
    return this.own.show(access.getSignedIn().user.id);
  }

  @Action('unlink')
  async unlink(
    @Body() { provider }: ProviderDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const problem = await this.own.unlink(access.getSignedIn().user.id, provider);
    if (problem !== undefined) throw new InvalidFieldsException({ provider: [problem] });
    flash({ text: 'The provider no longer signs you in.' });
  }
}
