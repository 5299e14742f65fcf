import { Body, Get } from '@nestjs/common';
import type { PropsOf } from '#shared';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { AccountSection, CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { OwnProviders } from './own-providers.ts';
import { UnlinkDto } from './providers.dto.ts';

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
    @Body() { issuer }: UnlinkDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { user, session } = access.getSignedIn();
    const problem = await this.own.unlink(user.id, issuer);
    if (problem !== undefined) throw new InvalidFieldsException({ issuer: [problem] });
    flash({ text: 'The provider no longer signs you in.' });
    // The provider may have opened this session, which has then ended.
    if (session.provider !== undefined) throw new RedirectException('/sign-in');
  }
}
