import type { Address } from '#shared';
import { Body, Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Action, Page, RedirectException } from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { ForSignedIn } from '../access/declared-access.ts';
import { CodeDto } from '../sign-in.dto.ts';
import type { SecondFactorProps } from '../sign-in.dto.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { refuse } from './refuse.ts';
import { ReturnAddressPipe } from './return-address.pipe.ts';
import { SecondFactors } from '../access/second-factors.ts';

/** Asks somebody who is signed in for the second factor again, before an owner's act. */
@Controller('account/confirm')
@ForSignedIn()
export class ConfirmationController {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly sessions: SessionsService,
  ) {}

  @Get()
  @Page<typeof import('../views/confirmation.page.tsx')>('accounts/confirmation.page', {
    head: () => ({ title: 'Confirm', noindex: true }),
  })
  show(
    @Query('to', ReturnAddressPipe) to: Address,
    @CurrentAccess() access: Access,
  ): SecondFactorProps {
    return { email: access.getSignedIn().user.email, to };
  }

  @Action('confirm', { isRepeatable: false })
  async confirm(
    @Query('to', ReturnAddressPipe) to: Address,
    @Body() { code }: CodeDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const { user, session } = access.getSignedIn();
    const proved = await this.secondFactors.check(user.id, code);
    if (!proved.ok) throw refuse(proved, response);
    await this.sessions.confirm(session.id, proved.kind);
    throw new RedirectException(to);
  }
}
