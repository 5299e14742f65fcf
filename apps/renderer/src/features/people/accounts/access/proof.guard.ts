import { Injectable, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { needsConfirmation } from '#product/people/accounts/rules';
import { Clock } from '#shared';
import type { Request } from 'express';
import { RefusalException } from '../../../../rendering/index.ts';
import type { Access } from './access.ts';
import { SecondFactors } from './second-factors.ts';
import { Visitors } from './visitors.ts';

/** Throws `accounts.confirm_first` when the person has to prove their second factor again. */
export async function requireProof(
  access: Access,
  factors: SecondFactors,
  nowMs: number,
): Promise<void> {
  const { user, session } = access.getSignedIn();
  if (!needsConfirmation(session, nowMs)) return;
  if (await factors.has(user.id)) throw new RefusalException('accounts.confirm_first');
}

@Injectable()
class ProofGuard implements CanActivate {
  constructor(
    private readonly visitors: Visitors,
    private readonly factors: SecondFactors,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = await this.visitors.find(context.switchToHttp().getRequest<Request>());
    await requireProof(access, this.factors, this.clock.nowMs());
    return true;
  }
}

/** Asks the person for their second factor again before the action, as before an owner's act. */
export const NeedsProof = (): MethodDecorator => UseGuards(ProofGuard);
