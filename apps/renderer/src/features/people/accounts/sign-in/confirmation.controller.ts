import type { Address } from '#shared';
import { Body, Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Action, Page, RedirectException } from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { ForSignedIn } from '../access/declared-access.ts';
import { CodeDto, PasskeyAnswerDto } from '../sign-in.dto.ts';
import type { SecondFactorProps } from '../sign-in.dto.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { refuse } from './refuse.ts';
import { ReturnAddressPipe } from './return-address.pipe.ts';
import { SecondFactors } from '../access/second-factors.ts';
import type { FactorResult } from '../access/second-factors.ts';

@Controller('account/confirm')
@ForSignedIn()
export class ConfirmationController {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly sessions: SessionsService,
  ) {}

  @Get()
  @Page<SecondFactorProps>('accounts/second-factor.page', {
    head: () => ({ title: 'Confirm', noindex: true }),
  })
  async show(
    @Query('to', ReturnAddressPipe) to: Address,
    @CurrentAccess() access: Access,
  ): Promise<SecondFactorProps> {
    const { user } = access.getSignedIn();
    const passkey = await this.secondFactors.askForPasskey(user.id);
    return { email: user.email, to, isConfirmation: true, passkey };
  }

  @Action('confirm', { signsIn: true })
  async confirm(
    @Query('to', ReturnAddressPipe) to: Address,
    @Body() { code }: CodeDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const { user } = access.getSignedIn();
    return this.finish(await this.secondFactors.check(user.id, code), { access, response, to });
  }

  @Action('confirm-passkey', { signsIn: true })
  async confirmPasskey(
    @Query('to', ReturnAddressPipe) to: Address,
    @Body() { credential }: PasskeyAnswerDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const { user } = access.getSignedIn();
    const proved = await this.secondFactors.checkPasskey(user.id, credential);
    return this.finish(proved, { access, response, to });
  }

  private async finish(
    proved: FactorResult,
    { access, response, to }: { access: Access; response: Response; to: Address },
  ): Promise<never> {
    if (!proved.ok) throw refuse(proved, response);
    await this.sessions.confirm(access.getSignedIn().session.id, proved.kind);
    throw new RedirectException(to);
  }
}
