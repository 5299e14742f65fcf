import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { isApiPath } from '#shared';
import type { Request } from 'express';
import { isOpenToAll, RefusalException } from '../../../../rendering/index.ts';
import { isOpenToGuests } from './declared-access.ts';
import { Visitors } from './visitors.ts';

const NO_TOKEN = 'No token was sent. Send one in the header "Authorization: Bearer <token>".';

/** Stands before every route: what is not said to be open is for those who are signed in. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(private readonly visitors: Visitors) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const method = context.getHandler();
    if (isOpenToAll(context.getClass(), method)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const access = await this.visitors.find(request);
    if (access.isKnown || (access.isGuest && isOpenToGuests(context.getClass(), method))) {
      return true;
    }
    if (isApiPath(request.path)) throw new UnauthorizedException(NO_TOKEN);
    throw access.isUnowned ? new RefusalException('accounts.unowned') : new UnauthorizedException();
  }
}
