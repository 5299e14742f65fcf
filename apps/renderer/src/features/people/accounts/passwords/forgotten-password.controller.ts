import { Body, Controller, Get, Req, Res } from '@nestjs/common';
import type { PropsOf } from '#shared';
import type { Request, Response } from 'express';
import { Action, InvalidFieldsException, OpenToAll, Page } from '../../../../rendering/index.ts';
import { AccountMail } from '../mail/account-mail.ts';
import { SignInFlow } from '../sign-in/sign-in-flow.ts';
import { toWaitText } from '../sign-in/wait-text.ts';
import { ResetRequestDto } from '../password-reset.dto.ts';
import type { AskedReset, AskResetAction } from '../password-reset.dto.ts';
import { ResetRequests } from './reset-requests.ts';

@Controller('forgotten-password')
@OpenToAll()
export class ForgottenPasswordController {
  constructor(
    private readonly requests: ResetRequests,
    private readonly mail: AccountMail,
    private readonly signInFlow: SignInFlow,
  ) {}

  @Get()
  @Page<PropsOf<ForgottenPasswordController['show']>>('accounts/forgotten-password.page', {
    head: () => ({ title: 'Forgotten password', noindex: true }),
  })
  show() {
    return { isMailSet: this.mail.isSet };
  }

  @Action<AskResetAction>('ask-reset', { isRepeatable: false, showsResult: true })
  async ask(
    @Body() { email }: ResetRequestDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AskedReset> {
    const { address, isShared } = this.signInFlow.toClient(request);
    const asked = await this.requests.ask(email, isShared ? undefined : address);
    if (asked.ok) return { email: email.trim() };
    response.set('Retry-After', String(Math.ceil(asked.retryAfterMs / 1000)));
    throw new InvalidFieldsException({ '': [toWaitText(asked.retryAfterMs)] });
  }
}
