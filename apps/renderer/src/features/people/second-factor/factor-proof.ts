import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Clock, isOver } from '#shared';
import { RefusalException } from '../../../rendering/index.ts';
import { OwnPassword, refuse, SecondFactors } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';

const PROVED_FOR_MS = 10 * 60_000;

/**
 * Asks people who they are before their second factor changes, so that neither a copied session nor
 * somebody else at an unlocked screen changes it.
 */
@Injectable()
export class FactorProof {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly passwords: OwnPassword,
    private readonly clock: Clock,
  ) {}

  /** Whether `requireForNew` asks the person for their password. */
  async asksPassword(userId: number): Promise<boolean> {
    return !(await this.secondFactors.has(userId)) && (await this.passwords.has(userId));
  }

  /** Requires a proof of the present factor within ten minutes, where there is a factor. */
  async requireRecent(access: Access): Promise<void> {
    const { user, session } = access.getSignedIn();
    const { confirmedAtMs = 0 } = session;
    if (!isOver(confirmedAtMs + PROVED_FOR_MS, this.clock.nowMs(), PROVED_FOR_MS)) return;
    if (await this.secondFactors.has(user.id)) throw new RefusalException('accounts.confirm_first');
  }

  /** Requires a proof of the present factor, or the password before the first one. */
  async requireForNew(access: Access, response: Response, password?: string): Promise<void> {
    const { id } = access.getSignedIn().user;
    if (await this.secondFactors.has(id)) return this.requireRecent(access);
    return this.passwords.require(id, response, password);
  }

  async requireCode(userId: number, code: string, response: Response): Promise<void> {
    const proved = await this.secondFactors.check(userId, code);
    if (!proved.ok) throw refuse(proved, response);
  }
}
