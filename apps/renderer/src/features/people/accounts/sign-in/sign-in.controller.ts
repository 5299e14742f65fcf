import { to as toUrl } from '#shared';
import type { Address } from '#shared';
import { Body, Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Action, OpenToAll, Page, RedirectException } from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { SignInWays } from '../access/sign-in-ways.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { AccountNotices } from '../mail/account-notices.ts';
import { SignInFlow } from './sign-in-flow.ts';
import { ReturnAddressPipe } from './return-address.pipe.ts';
import { SignInDto } from '../sign-in.dto.ts';
import type { SignInProps } from '../sign-in.dto.ts';
import { refuse } from './refuse.ts';

@Controller('sign-in')
@OpenToAll()
export class SignInController {
  constructor(
    private readonly signInFlow: SignInFlow,
    private readonly notices: AccountNotices,
    private readonly ways: SignInWays,
  ) {}

  @Get()
  @Page<typeof import('../views/sign-in.page.tsx')>('accounts/sign-in.page', {
    head: () => ({ title: 'Sign in', noindex: true }),
  })
  async show(
    @Query('to', ReturnAddressPipe) to: Address,
    @CurrentAccess() access: Access,
  ): Promise<SignInProps> {
    if (access.isUnowned) throw new RedirectException('/setup');
    if (access.user) throw new RedirectException(to);
    const [ways, arePasswordsOff] = await Promise.all([
      this.ways.list(to),
      this.ways.arePasswordsOff(),
    ]);
    return { to, ways, arePasswordsOff };
  }

  /**
   * The action is not repeatable. A repeated submit would get the stored answer, which contains a
   * session token.
   */
  @Action('sign-in', { isRepeatable: false })
  async signIn(
    @Query('to', ReturnAddressPipe) to: Address,
    @Body() credentials: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const client = this.signInFlow.toClient(request, credentials.email);
    const result = await this.signInFlow.signInWithPassword(credentials, request, response);
    if (result.ok) {
      if (client.browser === undefined) await this.notices.noteSignIn(result.user, client);
      throw new RedirectException(to);
    }
    if (result.code === 'accounts.second_factor_needed' && credentials.inPlace === undefined) {
      throw new RedirectException(toUrl('/sign-in/second-factor', {}, { query: { to } }));
    }
    throw refuse(result, response);
  }
}
