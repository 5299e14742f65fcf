import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  Action,
  InvalidFieldsException,
  OpenToAll,
  OutcomeView,
  Page,
  RedirectException,
} from '../../../../rendering/index.ts';
import { toFieldErrors } from '../account-errors.ts';
import { AccountAudit } from '../access/account-audit.ts';
import { AccountNotices } from '../mail/account-notices.ts';
import { SignInFlow } from '../sign-in/sign-in-flow.ts';
import { unlessBusy } from '../unless-busy.ts';
import { NewPasswordDto } from '../password-reset.dto.ts';
import { Withdrawals } from '../withdrawals.ts';
import { PasswordResetService } from './password-reset.service.ts';

@Controller('password-reset/:token')
@OpenToAll()
@OutcomeView(404, 'accounts/no-password-reset.page')
export class PasswordResetController {
  constructor(
    private readonly passwords: PasswordResetService,
    private readonly withdrawals: Withdrawals,
    private readonly notices: AccountNotices,
    private readonly audit: AccountAudit,
    private readonly signInFlow: SignInFlow,
  ) {}

  @Get()
  @Page<PropsOf<PasswordResetController['show']>>('accounts/password-reset.page', {
    head: () => ({ title: 'New password', noindex: true }),
  })
  async show(@Param('token') token: string) {
    const user = await this.passwords.find(token);
    if (!user) throw new NotFoundException();
    const withdrawable = await this.withdrawals.describe(user.id, true);
    return { email: user.email, ...withdrawable };
  }

  @Action('reset-password', { isRepeatable: false })
  async reset(
    @Param('token') token: string,
    @Body() fields: NewPasswordDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const { password } = fields;
    const result = await unlessBusy(
      this.passwords.reset(token, password, (user) => {
        const line = { what: 'person.password-reset', target: String(user.id), to: true };
        return this.audit.prepare(user.id, line, this.notices.tellPasswordChange(user));
      }),
    );
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    const { id, email } = result.user;
    const withdrawn = await this.withdrawals.run(fields, { userId: id });
    await this.signInFlow.signInWithNewPassword(
      { email, password },
      {
        request,
        response,
        otherwise: `Your password is changed.${withdrawn} Sign in with the new one.`,
      },
    );
    throw new RedirectException(to('/'), 303, { text: `Your password is changed.${withdrawn}` });
  }
}
