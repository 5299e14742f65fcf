import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isOpenToAll, RefusalException } from '../../../../rendering/index.ts';
import { isOpenToGuests } from './declared-access.ts';
import { Visitors } from './visitors.ts';

/** Stands before every route: what is not said to be open is for those who are signed in. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(private readonly visitors: Visitors) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const method = context.getHandler();
    if (isOpenToAll(context.getClass(), method)) return true;
    const access = await this.visitors.find(context.switchToHttp().getRequest<Request>());
    if (access.user || (access.isGuest && isOpenToGuests(context.getClass(), method))) return true;
    throw access.isUnowned ? new RefusalException('accounts.unowned') : new UnauthorizedException();
  }
}
