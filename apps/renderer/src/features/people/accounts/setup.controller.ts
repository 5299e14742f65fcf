import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import {
  Action,
  InvalidFieldsException,
  OpenToAll,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import { toFieldErrors } from './account-errors.ts';
import { NewAccountDto } from './new-account.dto.ts';
import { SignInFlow } from './sign-in/sign-in-flow.ts';
import { unlessBusy } from './unless-busy.ts';
import { SetupPass } from './setup/setup-pass.ts';
import { SetupService } from './setup/setup.service.ts';

class SetupDto extends NewAccountDto {
  @IsOptional()
  @IsString({ message: 'This is not a token.' })
  @MaxLength(100, { message: 'This is not a token.' })
  readonly token?: string;
}

@Controller('setup')
@OpenToAll()
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly pass: SetupPass,
    private readonly signInFlow: SignInFlow,
  ) {}

  /**
   * Shows the page of the set-up link, which the server prints at its start. Stores the link's
   * token in a cookie that lets this browser read Errata.
   */
  @Get()
  @Page<PropsOf<SetupController['show']>>('accounts/setup.page', {
    head: () => ({ title: 'Set up Errata', noindex: true }),
  })
  async show(
    @Query('token') token: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!(await this.setup.isOpen())) throw new RedirectException(to('/sign-in'));
    if (typeof token !== 'string') return { token: (await this.pass.find(request)) ?? '' };
    await this.pass.setCookie(request, response, token);
    return { token };
  }

  @Action('set-up', { isRepeatable: false })
  async setUp(
    @Body() details: SetupDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const result = await unlessBusy(this.setup.setUp(details, details.token));
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    this.pass.clearCookie(request, response);
    await this.signInFlow.signInWithNewPassword(details, {
      request,
      response,
      otherwise: 'Your account is ready. You can sign in now.',
    });
    throw new RedirectException(to('/start'));
  }
}
