import { to as toUrl } from '#shared';
import type { Address } from '#shared';
import { Body, Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Action, OpenToAll, Page, RedirectException } from '../../../../rendering/index.ts';
import { CodeDto, PasskeyAnswerDto } from '../sign-in.dto.ts';
import type { SecondFactorProps } from '../sign-in.dto.ts';
import { SignInFlow } from './sign-in-flow.ts';
import { PendingSignIns } from './pending-sign-ins.ts';
import type { VerifiedPerson } from './pending-sign-ins.ts';
import { refuse } from './refuse.ts';
import { ReturnAddressPipe } from './return-address.pipe.ts';
import { SecondFactors } from '../access/second-factors.ts';
import type { FactorResult } from '../access/second-factors.ts';

const TOO_LATE = 'The sign-in took too long. Begin anew.';

@Controller('sign-in/second-factor')
@OpenToAll()
export class SecondFactorController {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly secondFactors: SecondFactors,
    private readonly signInFlow: SignInFlow,
  ) {}

  @Get()
  @Page<SecondFactorProps>('accounts/second-factor.page', {
    head: () => ({ title: 'Second factor', noindex: true }),
  })
  async show(
    @Query('to', ReturnAddressPipe) to: Address,
    @Req() request: Request,
  ): Promise<SecondFactorProps> {
    const { user } = await this.getPending(request, to);
    const passkey = await this.secondFactors.askForPasskey(user.id);
    return { email: user.email, to, passkey };
  }

  @Action('prove', { signsIn: true })
  async prove(
    @Query('to', ReturnAddressPipe) to: Address,
    @Body() { code }: CodeDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const vouched = await this.getPending(request, to);
    const proved = await this.secondFactors.check(vouched.user.id, code);
    return this.finish(vouched, proved, { request, response, to });
  }

  @Action('prove-passkey', { signsIn: true })
  async provePasskey(
    @Query('to', ReturnAddressPipe) to: Address,
    @Body() { credential }: PasskeyAnswerDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const vouched = await this.getPending(request, to);
    const proved = await this.secondFactors.checkPasskey(vouched.user.id, credential);
    return this.finish(vouched, proved, { request, response, to });
  }

  private async finish(
    vouched: VerifiedPerson,
    proved: FactorResult,
    { request, response, to }: { request: Request; response: Response; to: Address },
  ): Promise<never> {
    if (!proved.ok) throw refuse(proved, response);
    if (await this.signInFlow.finish(vouched, { request, response }, proved.kind)) {
      throw new RedirectException(to);
    }
    throw leave(to);
  }

  private async getPending(request: Request, to: Address): Promise<VerifiedPerson> {
    const pending = await this.pending.find(request);
    if (!pending) throw leave(to);
    return pending;
  }
}

function leave(to: Address): RedirectException {
  return new RedirectException(toUrl('/sign-in', {}, { query: { to } }), 303, { text: TOO_LATE });
}
