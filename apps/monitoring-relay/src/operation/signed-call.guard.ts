import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallSignature } from '#persistence';
import { Clock, ErrataError } from '#shared';

/** Admits only calls that a service of the same installation has signed with ERRATA_SECRET. */
@Injectable()
export class SignedCallGuard implements CanActivate {
  constructor(
    private readonly signature: CallSignature,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers, method, originalUrl: target } = context.switchToHttp().getRequest<Request>();
    const call = { method, target };
    switch (this.signature.check(headers.authorization, call, this.clock.nowMs())) {
      case 'signed':
        return true;
      case 'stale':
        throw new ErrataError('relay.call_stale');
      default:
        throw new ErrataError('relay.call_unsigned');
    }
  }
}
