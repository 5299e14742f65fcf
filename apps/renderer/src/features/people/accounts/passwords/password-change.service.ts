import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { UserStore } from '#product/people/accounts';
import { parseEmail } from '#shared';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { OwnPassword } from './own-password.ts';
import type { PasswordProof } from './own-password.ts';
import { PasswordPolicy } from './password-policy.ts';
import type { PasswordCode } from './password-policy.ts';

export type PasswordChangeResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PasswordCode }
  | Extract<PasswordProof, { readonly ok: false }>;

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
    private readonly own: OwnPassword,
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
    const proved = await this.own.check(userId, current);
    if (!proved.ok) return proved;
    const code = await this.policy.findFault(next, parseEmail(proved.user.email)?.key ?? '');
    if (code) return { ok: false, code };
    const isChanged = await this.users.changePassword(userId, {
      from: proved.passwordHash,
      to: await this.hasher.hash(next),
      keptSessionId: sessionId,
      tell,
    });
    // `isChanged` is false when the password was changed elsewhere after `check`. `current` is
    // then no longer the password.
    return isChanged ? { ok: true } : { ok: false, code: 'accounts.wrong_password' };
  }
}
