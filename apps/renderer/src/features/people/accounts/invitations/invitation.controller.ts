import { errorCatalogue, to } from '#shared';
import type { PropsOf } from '#shared';
import {
  Body,
  Controller,
  Get,
  NotFoundException,
  Param,
  Req,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  Action,
  InvalidFieldsException,
  OpenToAll,
  OutcomeView,
  Page,
  RedirectException,
} from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { SignInWays } from '../access/sign-in-ways.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { toFieldErrors } from '../account-errors.ts';
import { NewAccountDto } from '../new-account.dto.ts';
import { SignInFlow } from '../sign-in/sign-in-flow.ts';
import { unlessBusy } from '../unless-busy.ts';
import { InvitationsService, isFor } from './invitations.service.ts';
import type { AcceptResult } from './invitations.service.ts';

const NEEDS_ACCOUNT = errorCatalogue['accounts.account_needed'];

@Controller('invitations/:token')
@OpenToAll()
@OutcomeView(404, 'accounts/no-invitation.page')
export class InvitationController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly signInFlow: SignInFlow,
    private readonly ways: SignInWays,
  ) {}

  @Get()
  @Page<PropsOf<InvitationController['show']>>('accounts/invitation.page', {
    head: () => ({ title: 'Invitation', noindex: true }),
  })
  async show(@Param('token') token: string, @CurrentAccess() { user }: Access) {
    const found = await this.invitations.find(token);
    if (!found.ok) throw new NotFoundException();
    const { email, grant } = found.invitation;
    const [ways, arePasswordsOff] = await Promise.all([
      this.ways.list(to('/invitations/:token', { token })),
      this.ways.arePasswordsOff(),
    ]);
    return {
      ways,
      arePasswordsOff,
      visitor: user ? (user.name ?? user.email) : undefined,
      isForAnother: user && !isFor(found.invitation, user.email) ? true : undefined,
      email,
      whyNoAccount: found.provesAddress ? undefined : NEEDS_ACCOUNT.message,
      as: await this.invitations.describeGrant(grant),
    };
  }

  @Action('accept-as-new', { isRepeatable: false })
  async acceptAsNew(
    @Param('token') token: string,
    @Body() details: NewAccountDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    // When passwords are off, an account with a password would be useless, because nobody could
    // sign in with the password.
    if (await this.ways.arePasswordsOff()) {
      throw new InvalidFieldsException(toFieldErrors('accounts.passwords_off'));
    }
    refuse(await unlessBusy(this.invitations.acceptAsNew(token, details)));
    await this.signInFlow.signInWithNewPassword(details, {
      request,
      response,
      otherwise: 'Your account is ready. You can sign in now.',
    });
    throw new RedirectException(to('/'));
  }

  @Action('accept', { isRepeatable: false })
  async accept(@Param('token') token: string, @CurrentAccess() { user }: Access): Promise<never> {
    if (!user) throw new UnauthorizedException();
    refuse(await this.invitations.acceptAs(token, user));
    throw new RedirectException(to('/'));
  }
}

function refuse(result: AcceptResult): void {
  if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
}
