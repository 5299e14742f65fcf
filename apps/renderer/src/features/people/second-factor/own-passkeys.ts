import { Injectable } from '@nestjs/common';
import type { Session, User } from '#product/people/accounts';
import { SecondFactorStore } from '#product/people/second-factor';
import { Clock } from '#shared';
import { OwnSecondFactor } from './own-second-factor.service.ts';
import { Passkeys } from './passkeys.ts';

@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly own: OwnSecondFactor,
    private readonly store: SecondFactorStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a passkey. When this is the person's first second factor, ends all other sessions and
   * returns recovery codes, which cannot be read again. Otherwise returns an empty list.
   *
   * Returns undefined when the passkey is not accepted.
   */
  async add(
    { user: { id }, session }: { readonly user: User; readonly session: Session },
    { credential, name }: { readonly credential: string; readonly name: string },
  ): Promise<readonly string[] | undefined> {
    const isFirst = !(await this.store.has(id));
    if (!(await this.passkeys.add(id, credential, name))) return undefined;
    if (!isFirst) return [];
    await this.store.endOtherSessions(id, { keptSessionId: session.id, nowMs: this.clock.nowMs() });
    return this.own.makeCodes(id);
  }

  /**
   * Removes a passkey. Returns false when the person has no such passkey. When no factor is left,
   * also deletes the recovery codes, and sign-in then asks for the password only.
   */
  async remove(userId: number, id: number): Promise<boolean> {
    if (!(await this.passkeys.remove(userId, id))) return false;
    if (!(await this.store.has(userId))) await this.store.remove(userId);
    return true;
  }
}
