import { to as toUrl } from '#shared';
import type { Address, PropsOf } from '#shared';
import { Body, Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Action, OpenToAll, Page, RedirectException } from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { SignInWays } from '../access/sign-in-ways.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { SignInFlow } from './sign-in-flow.ts';
import { ReturnAddressPipe } from './return-address.pipe.ts';
import { SignInDto } from '../sign-in.dto.ts';
import { refuse } from './refuse.ts';

@Controller('sign-in')
@OpenToAll()
export class SignInController {
  constructor(
    private readonly signInFlow: SignInFlow,
    private readonly ways: SignInWays,
  ) {}

  @Get()
  @Page<PropsOf<SignInController['show']>>('accounts/sign-in.page', {
    head: () => ({ title: 'Sign in', noindex: true }),
  })
  async show(@Query('to', ReturnAddressPipe) to: Address, @CurrentAccess() access: Access) {
    if (access.isUnowned) throw new RedirectException('/setup');
    if (access.user) throw new RedirectException(to);
    const [ways, arePasswordsOff] = await Promise.all([
      this.ways.list(to),
      this.ways.arePasswordsOff(),
    ]);
    return { to, ways, arePasswordsOff };
  }

  @Action('sign-in', { signsIn: true })
  async signIn(
    @Query('to', ReturnAddressPipe) to: Address,
    @Body() credentials: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const result = await this.signInFlow.signInWithPassword(credentials, request, response);
    if (result.ok) throw new RedirectException(to);
    if (result.code === 'accounts.second_factor_needed' && credentials.inPlace === undefined) {
      throw new RedirectException(toUrl('/sign-in/second-factor', {}, { query: { to } }));
    }
    throw refuse(result, response);
  }
}
