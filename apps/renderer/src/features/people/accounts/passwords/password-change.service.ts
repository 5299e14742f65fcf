import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { UserStore } from '#product/people/accounts';
import { parseEmail } from '#shared';
import { SignInLimiter } from '../sign-in/sign-in-limiter.ts';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { PasswordPolicy } from './password-policy.ts';
import type { PasswordCode } from './password-policy.ts';

export type PasswordChangeResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'accounts.wrong_password' | PasswordCode }
  | {
      readonly ok: false;
      readonly code: 'accounts.too_many_attempts';
      readonly retryAfterMs: number;
    };

export interface PasswordChange {
  readonly userId: number;
  readonly sessionId: number;
  readonly current: string;
  readonly next: string;
  readonly tell?: JoinedWrite | undefined;
}

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly users: UserStore,
    private readonly limiter: SignInLimiter,
    private readonly hasher: PasswordHasher,
    private readonly policy: PasswordPolicy,
  ) {}

  /** Ends the user's other sessions when the password was changed. */
  async change({
    userId,
    sessionId,
    current,
    next,
    tell,
  }: PasswordChange): Promise<PasswordChangeResult> {
    const taken = await this.limiter.takeOfUser(userId);
    if (!taken.ok) return taken;
    const found = await this.users.findCredentials({ userId });
    const isRight = await this.hasher
      .verify(current, found?.passwordHash)
      .catch((error: unknown) =>
        this.limiter.giveBackOfUser(userId).then(() => Promise.reject(error)),
      );
    if (!found || !isRight) return { ok: false, code: 'accounts.wrong_password' };
    await this.limiter.succeededOfUser(userId);
    const code = await this.policy.findFault(next, parseEmail(found.user.email)?.key ?? '');
    if (code) return { ok: false, code };
    const isChanged = await this.users.changePassword(userId, {
      from: found.passwordHash,
      to: await this.hasher.hash(next),
      keptSessionId: sessionId,
      tell,
    });
    // `isChanged` is false when the password was changed elsewhere after `verify`. `current` is
    // then no longer the password.
    return isChanged ? { ok: true } : { ok: false, code: 'accounts.wrong_password' };
  }
}
