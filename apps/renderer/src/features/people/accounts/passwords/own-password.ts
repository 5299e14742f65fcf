import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { refuse } from '../sign-in/refuse.ts';
import { SignInLimiter } from '../sign-in/sign-in-limiter.ts';
import type { TakenAttempt } from '../sign-in/sign-in-limiter.ts';
import { unlessBusy } from '../unless-busy.ts';

export type PasswordProof =
  | { readonly ok: true; readonly user: User; readonly passwordHash: string }
  | { readonly ok: false; readonly code: 'accounts.wrong_password' }
  | Extract<TakenAttempt, { readonly ok: false }>;

/** Asks people who are signed in for their password, because a session alone proves nobody. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly users: UserStore,
    private readonly limiter: SignInLimiter,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Returns false for people who have only ever come by a provider. */
  async has(userId: number): Promise<boolean> {
    return !!(await this.users.findCredentials({ userId }))?.passwordHash;
  }

  /** Counts the attempt. Rejects with `accounts.busy` when too many passwords are being verified. */
  async check(userId: number, password: string): Promise<PasswordProof> {
    const taken = await this.limiter.takeOfUser(userId);
    if (!taken.ok) return taken;
    const found = await this.users.findCredentials({ userId });
    const isRight = await this.hasher
      .verify(password, found?.passwordHash)
      .catch((error: unknown) =>
        this.limiter.giveBackOfUser(userId).then(() => Promise.reject(error)),
      );
    if (!found || !isRight) return { ok: false, code: 'accounts.wrong_password' };
    await this.limiter.succeededOfUser(userId);
    return { ok: true, ...found };
  }

  /**
   * Rejects with an `InvalidFieldsException` when the person has a password and this is not it.
   * Asks nothing of people without one.
   */
  async require(userId: number, response: Response, password = ''): Promise<void> {
    if (!(await this.has(userId))) return;
    const proved = await unlessBusy(this.check(userId, password));
    if (!proved.ok) throw refuse(proved, response);
  }
}
