import { Body, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { accountLimits, Clock, errorCatalogue, to } from '#shared';
import type { PropsOf } from '#shared';
import type { Request, Response } from 'express';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
  Secret,
} from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { AccountAudit } from '../access/account-audit.ts';
import { BeforeSecondFactor } from '../access/before-second-factor.decorator.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { AccountNotices } from '../mail/account-notices.ts';
import { PasswordChangeService } from '../passwords/password-change.service.ts';
import type { PasswordChangeResult } from '../passwords/password-change.service.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { SignInFlow } from '../sign-in/sign-in-flow.ts';
import { toWaitText } from '../sign-in/wait-text.ts';
import { unlessBusy } from '../unless-busy.ts';
import { AccountSection } from './account-section.decorator.ts';
import { WithdrawTokensDto } from '../withdraw-tokens.dto.ts';
import { Withdrawals } from '../withdrawals.ts';
import { describeSignIn } from '../sessions/describe-sign-in.ts';
import { toBrowserName } from '../sessions/browser-name.ts';

class NameDto {
  @IsOptional()
  @IsString({ message: 'This is not a name.' })
  @MaxLength(accountLimits.nameLength, {
    message: `A name has at most ${accountLimits.nameLength} characters.`,
  })
  readonly name?: string;
}

class PasswordChangeDto extends WithdrawTokensDto {
  @Secret()
  @IsString({ message: 'This is not your password.' })
  @MaxLength(accountLimits.passwordMaxLength, { message: 'This is not your password.' })
  readonly current!: string;

  @Secret()
  @IsString({ message: 'This is not a password.' })
  @MaxLength(accountLimits.passwordMaxLength, {
    message: `A password has at most ${accountLimits.passwordMaxLength} characters.`,
  })
  readonly next!: string;
}

class SessionIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such session.' })
  readonly session!: string;
}

@AccountSection({ name: 'Account', order: 10 })
@BeforeSecondFactor()
export class AccountController {
  constructor(
    private readonly users: UserStore,
    private readonly withdrawals: Withdrawals,
    private readonly sessions: SessionsService,
    private readonly passwords: PasswordChangeService,
    private readonly signInFlow: SignInFlow,
    private readonly notices: AccountNotices,
    private readonly audit: AccountAudit,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Page<PropsOf<AccountController['show']>>('accounts/account.page', {
    head: () => ({ title: 'Your account' }),
  })
  async show(@CurrentAccess() access: Access) {
    const { user, session } = access.getSignedIn();
    const [sessions, withdrawable] = await Promise.all([
      this.sessions.list(user.id),
      this.withdrawals.describe(user.id),
    ]);
    return {
      nowMs: this.clock.nowMs(),
      email: user.email,
      name: user.name ?? '',
      ...withdrawable,
      sessions: sessions.map((each) => ({
        id: each.id,
        isThis: each.id === session.id,
        browser: toBrowserName(each.userAgent),
        address: each.address,
        how: describeSignIn(each),
        createdAtMs: each.createdAtMs,
        lastSeenMs: each.lastSeenMs,
      })),
    };
  }

  @Action('rename')
  async rename(
    @Body() { name }: NameDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.users.setName(access.getSignedIn().user.id, name?.trim() || undefined);
    flash({ text: 'Name saved.' });
  }

  /**
   * The action is not repeatable. A repeatable action stores a hash of its body, and passwords
   * could be guessed from this hash.
   */
  @Action('change-password', { isRepeatable: false })
  async changePassword(
    @Body() fields: PasswordChangeDto,
    @CurrentAccess() access: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { user, session } = access.getSignedIn();
    const { current, next } = fields;
    const line = { what: 'person.password-changed', target: String(user.id), to: true };
    const tell = this.audit.prepare(user.id, line, this.notices.tellPasswordChange(user));
    const change = { userId: user.id, sessionId: session.id, current, next, tell };
    const result = await unlessBusy(this.passwords.change(change));
    if (!result.ok) throw new InvalidFieldsException(toPasswordErrors(result));
    const isHere = await this.signInFlow.renew(session, { request, response }, user.email);
    // Somebody else has got the cookie's session meanwhile, by a copy.
    if (!isHere) await this.sessions.end(user.id, session.id);
    const by = { userId: user.id, keptSessionId: session.id };
    const withdrawn = await this.withdrawals.run(fields, by);
    flash({ text: `Password changed. You are signed out everywhere else.${withdrawn}` });
  }

  @Action('end-session')
  async endSession(
    @Body() { session }: SessionIdDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const isEnded = await this.sessions.end(access.getSignedIn().user.id, Number(session));
    if (!isEnded) throw new NotFoundException();
    flash({ text: 'The other browser is signed out.' });
  }

  @Action('end-other-sessions')
  async endOtherSessions(
    @Body() fields: WithdrawTokensDto,
    @CurrentAccess() access: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Flash() flash: TellFlash,
  ): Promise<{ ended: number }> {
    const signedIn = access.getSignedIn();
    const ended = await this.sessions.endOthers(signedIn);
    const { user, session } = signedIn;
    await this.signInFlow.renew(session, { request, response });
    const by = { userId: user.id, keptSessionId: session.id };
    const withdrawn = await this.withdrawals.run(fields, by);
    flash({ text: `You are signed out everywhere else.${withdrawn}` });
    return { ended };
  }

  /**
   * Keys are ignored, because a person may sign out, sign in and sign out again, and each sign-out
   * must run, also from the page of somebody else.
   */
  @Action('sign-out', { signsIn: true })
  async signOut(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    await this.signInFlow.signOut({ request, response });
    // Makes the browser clear its cache. Otherwise "Back" would show cached pages after the
    // sign-out.
    response.set('Clear-Site-Data', '"cache"');
    throw new RedirectException(to('/sign-in'));
  }
}

function toPasswordErrors(result: Extract<PasswordChangeResult, { ok: false }>) {
  if (result.code === 'accounts.too_many_attempts') {
    return { current: [toWaitText(result.retryAfterMs)] };
  }
  const field = result.code === 'accounts.wrong_password' ? 'current' : 'next';
  return { [field]: [errorCatalogue[result.code].message] };
}
