import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { parseEmail } from '#shared';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { PasswordPolicy } from './password-policy.ts';
import type { PasswordCode } from './password-policy.ts';
import { ResetTokens } from './reset-tokens.ts';

export type PasswordResetResult =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly code: 'accounts.reset_unknown' | PasswordCode };

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly users: UserStore,
    private readonly tokens: ResetTokens,
    private readonly hasher: PasswordHasher,
    private readonly policy: PasswordPolicy,
  ) {}

  /** Returns undefined when the link was used or has expired. */
  async find(token: string): Promise<User | undefined> {
    return (await this.tokens.find(token))?.user;
  }

  /**
   * Changes the password and ends all sessions of the user. Rejects with `accounts.busy` when too
   * many passwords are being hashed.
   */
  async reset(
    token: string,
    password: string,
    tell?: (user: User) => JoinedWrite | undefined,
  ): Promise<PasswordResetResult> {
    const found = await this.tokens.find(token);
    if (!found) return { ok: false, code: 'accounts.reset_unknown' };
    const { user, passwordHash: from } = found;
    const code = await this.policy.findFault(password, parseEmail(user.email)?.key ?? '');
    if (code) return { ok: false, code };
    const to = await this.hasher.hash(password, { isStranger: true });
    const isChanged = await this.users.changePassword(user.id, { from, to, tell: tell?.(user) });
    return isChanged ? { ok: true, user } : { ok: false, code: 'accounts.reset_unknown' };
  }
}
