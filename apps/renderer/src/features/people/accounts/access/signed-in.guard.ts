import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Clock, isApiPath, to } from '#shared';
import type { Request } from 'express';
import { isOpenToAll, RedirectException, RefusalException } from '../../../../rendering/index.ts';
import type { Access } from './access.ts';
import { isBeforeSecondFactor } from './before-second-factor.decorator.ts';
import { isOpenToGuests } from './declared-access.ts';
import { RequiredSecondFactor } from './required-second-factor.ts';
import { SignInWays } from './sign-in-ways.ts';
import { Visitors } from './visitors.ts';

const NO_TOKEN = 'No token was sent. Send one in the header "Authorization: Bearer <token>".';

/** Guards every route. Only signed-in visitors pass, unless the route is declared open. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly visitors: Visitors,
    private readonly required: RequiredSecondFactor,
    private readonly ways: SignInWays,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const method = context.getHandler();
    if (isOpenToAll(context.getClass(), method)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const access = await this.visitors.find(request);
    if (await this.mustSetUp(access, context)) {
      throw new RedirectException(to('/account/second-factor'));
    }
    if (access.isKnown || (access.isGuest && isOpenToGuests(context.getClass(), method))) {
      return true;
    }
    if (isApiPath(request.path)) throw new UnauthorizedException(NO_TOKEN);
    if (access.isUnowned) throw new RefusalException('accounts.unowned');
    const ways = await this.ways.list(to('/'));
    throw ways.length > 0
      ? new RefusalException('accounts.sign_in_first')
      : new UnauthorizedException();
  }

  private async mustSetUp(access: Access, context: ExecutionContext): Promise<boolean> {
    if (isBeforeSecondFactor(context.getClass())) return false;
    const deadlineMs = await this.required.findDeadlineMs(access);
    return deadlineMs !== undefined && this.clock.nowMs() >= deadlineMs;
  }
}
