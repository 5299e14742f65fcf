import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

@Injectable()
export class SeatGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { params, headers } = context.switchToHttp().getRequest<Request>();
    const isClosed = String(params['board']).startsWith('closed');
    if (isClosed && !/seat=taken/.test(headers.cookie ?? '')) throw new UnauthorizedException();
    return true;
  }
}
