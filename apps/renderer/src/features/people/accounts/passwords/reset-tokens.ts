import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { isSameToken } from '../sessions/session-token.ts';

const TOKEN = /^(?<userId>[1-9]\d{0,14})\.(?<untilMs>\d{1,15})\.(?<signature>[\w-]{43})$/;

/** An active user, and the hash of their present password. */
export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
}

/**
 * Tokens that let somebody choose another password. They are signed, not stored, and the hash of the present password is
 * part of what is signed: the first change of the password makes every earlier token void.
 */
@Injectable()
export class ResetTokens {
  constructor(
    private readonly users: UserStore,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /** Path of the page on which a token is used, within the console. */
  makePath({ user, passwordHash }: Credentials, lifetimeMs: number): string {
    const untilMs = this.clock.nowMs() + lifetimeMs;
    return `/password-reset/${user.id}.${untilMs}.${this.sign(user.id, untilMs, passwordHash)}`;
  }

  /** Whom a token is for; undefined when it was used, is too old, or is none. */
  async find(token: string): Promise<Credentials | undefined> {
    const { userId, untilMs, signature = '' } = TOKEN.exec(token)?.groups ?? {};
    if (Number(untilMs ?? 0) <= this.clock.nowMs()) return undefined;
    const found = await this.users.findCredentials({ userId: Number(userId) });
    if (!found) return undefined;
    const expected = this.sign(Number(userId), Number(untilMs), found.passwordHash);
    return isSameToken(signature, expected) ? found : undefined;
  }

  private sign(userId: number, untilMs: number, passwordHash: string): string {
    return createHmac('sha256', this.options.secret)
      .update(`password reset ${userId} ${untilMs} ${passwordHash}`)
      .digest('base64url');
  }
}
