import { Global, Injectable, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Scheduler } from '#shared';
import { MenusModule } from '../menus/index.ts';
import { OutcomeView } from '../../../rendering/index.ts';
import { AccessDeclarations } from './access/access-declarations.ts';
import { AccessPipe } from './access/current-access.decorator.ts';
import { SignedInGuard } from './access/signed-in.guard.ts';
import { RequiredSecondFactor } from './access/required-second-factor.ts';
import { Visitors } from './access/visitors.ts';
import { AccountController } from './account/account.controller.ts';
import { AccountLayout } from './account/account-layout.ts';
import { AccountsOptions } from './accounts.options.ts';
import { InvitationController } from './invitations/invitation.controller.ts';
import { PreferencesController } from './preferences/preferences.controller.ts';
import { Preferences } from './preferences/preferences.ts';
import { InvitationsService } from './invitations/invitations.service.ts';
import { InvitationMail } from './invitations/invitation-mail.ts';
import { AccountMail } from './mail/account-mail.ts';
import { AccountNotices } from './mail/account-notices.ts';
import { NewAccounts } from './new-accounts.ts';
import { ForgottenPasswordController } from './passwords/forgotten-password.controller.ts';
import { OwnPassword } from './passwords/own-password.ts';
import { PasswordChangeService } from './passwords/password-change.service.ts';
import { PasswordResetController } from './passwords/password-reset.controller.ts';
import { PasswordResetService } from './passwords/password-reset.service.ts';
import { ResetRequests } from './passwords/reset-requests.ts';
import { ResetTokens } from './passwords/reset-tokens.ts';
import { PasswordPolicy } from './passwords/password-policy.ts';
import { SessionCookies } from './sessions/session-cookies.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { SetupController } from './setup.controller.ts';
import { SetupPass } from './setup/setup-pass.ts';
import { SetupService } from './setup/setup.service.ts';
import { SignInFlow } from './sign-in/sign-in-flow.ts';
import { ConfirmationController } from './sign-in/confirmation.controller.ts';
import { PendingSignIns } from './sign-in/pending-sign-ins.ts';
import { SealedCookies } from './sign-in/sealed-cookies.ts';
import { SecondFactorController } from './sign-in/second-factor.controller.ts';
import { KnownBrowsers } from './sign-in/known-browsers.ts';
import { SignInLimiter } from './sign-in/sign-in-limiter.ts';
import { SignInController } from './sign-in/sign-in.controller.ts';
import { SignInWatch } from './sign-in/sign-in-watch.ts';
import { SignInService } from './sign-in/sign-in.service.ts';
import { Withdrawals } from './withdrawals.ts';

const LOOK_AGAIN_MS = 2000;

/** Polls until Errata has an owner, because another replica may have created the owner. */
@Injectable()
class OwnerWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private cancel = (): void => undefined;
  private isOver = false;

  constructor(
    private readonly setup: SetupService,
    private readonly options: AccountsOptions,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.poll();
  }

  onModuleDestroy(): void {
    this.isOver = true;
    this.cancel();
  }

  private async poll(): Promise<void> {
    // When the database cannot be read, the poll goes on as if Errata had no owner yet.
    const isOpen = await this.setup.isOpen().catch(() => true);
    if (this.isOver) return;
    if (isOpen) this.cancel = this.scheduler.runAfter(LOOK_AGAIN_MS, () => void this.poll());
    else this.options.onOwned();
  }
}

/** Global, because every feature checks rights. */
@Global()
@Module({
  imports: [DiscoveryModule, MenusModule],
  controllers: [
    AccountController,
    PreferencesController,
    ForgottenPasswordController,
    InvitationController,
    PasswordResetController,
    SetupController,
    SignInController,
    SecondFactorController,
    ConfirmationController,
  ],
  providers: [
    { provide: APP_GUARD, useClass: SignedInGuard },
    AccessDeclarations,
    AccessPipe,
    AccountLayout,
    AccountMail,
    AccountNotices,
    SignInFlow,
    InvitationMail,
    InvitationsService,
    KnownBrowsers,
    NewAccounts,
    OwnerWatch,
    OwnPassword,
    PasswordChangeService,
    PasswordPolicy,
    PasswordResetService,
    PendingSignIns,
    RequiredSecondFactor,
    ResetRequests,
    ResetTokens,
    SealedCookies,
    SessionCookies,
    SessionsService,
    SetupPass,
    SetupService,
    SignInLimiter,
    SignInService,
    SignInWatch,
    Preferences,
    Visitors,
    Withdrawals,
  ],
  exports: [
    SignInFlow,
    SealedCookies,
    AccountNotices,
    RequiredSecondFactor,
    OwnPassword,
    SignInLimiter,
    InvitationMail,
    InvitationsService,
    ResetRequests,
    SignInWatch,
    Preferences,
    Visitors,
    Withdrawals,
  ],
})
@OutcomeView(401, 'accounts/unauthorised.page')
@OutcomeView(404, 'accounts/not-found.page')
export class AccountsModule {}
