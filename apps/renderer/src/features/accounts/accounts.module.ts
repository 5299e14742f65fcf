import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  InstallationStore,
  InvitationStore,
  MembershipStore,
  ProjectStore,
  SessionStore,
  SignInAttemptStore,
  UserStore,
} from '#persistence';
import type { Stores } from '#persistence';
import { Clock, Scheduler, SystemScheduler } from '#shared';
import { OutcomeView } from '../../rendering/index.ts';
import { AccessPipe } from './access/current-access.decorator.ts';
import { SignedInGuard } from './access/signed-in.guard.ts';
import { Visitors } from './access/visitors.ts';
import { AccountController } from './account/account.controller.ts';
import { AccountService } from './account/account.service.ts';
import { AccountsOptions } from './accounts.options.ts';
import { InvitationController } from './invitations/invitation.controller.ts';
import { InvitationsService } from './invitations/invitations.service.ts';
import { MembersService } from './members/members.service.ts';
import { NewAccounts } from './new-accounts.ts';
import { PasswordChangeService } from './passwords/password-change.service.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';
import { PasswordPolicy } from './passwords/password-policy.ts';
import { PeopleService } from './people/people.service.ts';
import { SessionCookies } from './sessions/session-cookies.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { OwnerWatch } from './setup/owner-watch.ts';
import { SetupController } from './setup/setup.controller.ts';
import { SetupPass } from './setup/setup-pass.ts';
import { SetupService } from './setup/setup.service.ts';
import { Entrance } from './sign-in/entrance.ts';
import { KnownBrowsers } from './sign-in/known-browsers.ts';
import { SignInLimiter } from './sign-in/sign-in-limiter.ts';
import { SignInController } from './sign-in/sign-in.controller.ts';
import { SignInWatch } from './sign-in/sign-in-watch.ts';
import { SignInService } from './sign-in/sign-in.service.ts';

export interface AccountsSetup {
  readonly stores: Pick<
    Stores,
    | 'installation'
    | 'invitations'
    | 'memberships'
    | 'projects'
    | 'sessions'
    | 'signInAttempts'
    | 'users'
  >;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly options: AccountsOptions;
}

/** Who may do what. Its guard stands before every route; global, because every feature asks for rights. */
@Module({})
@OutcomeView<typeof import('./views/unauthorised.page.tsx')>(401, 'accounts/unauthorised.page')
export class AccountsModule {
  static forRoot({ stores, clock, hasher, options }: AccountsSetup): DynamicModule {
    return {
      module: AccountsModule,
      global: true,
      controllers: [AccountController, InvitationController, SetupController, SignInController],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: Scheduler, useValue: new SystemScheduler() },
        { provide: AccountsOptions, useValue: options },
        { provide: PasswordHasher, useValue: hasher },
        { provide: InstallationStore, useValue: stores.installation },
        { provide: InvitationStore, useValue: stores.invitations },
        { provide: MembershipStore, useValue: stores.memberships },
        { provide: ProjectStore, useValue: stores.projects },
        { provide: SessionStore, useValue: stores.sessions },
        { provide: SignInAttemptStore, useValue: stores.signInAttempts },
        { provide: UserStore, useValue: stores.users },
        { provide: APP_GUARD, useClass: SignedInGuard },
        AccessPipe,
        AccountService,
        Entrance,
        InvitationsService,
        KnownBrowsers,
        MembersService,
        NewAccounts,
        OwnerWatch,
        PasswordChangeService,
        PasswordPolicy,
        PeopleService,
        SessionCookies,
        SessionsService,
        SetupPass,
        SetupService,
        SignInLimiter,
        SignInService,
        SignInWatch,
        Visitors,
      ],
      exports: [InvitationsService, MembersService, PeopleService, SignInWatch, Visitors],
    };
  }
}
