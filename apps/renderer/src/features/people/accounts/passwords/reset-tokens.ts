import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { isSameToken } from '../sessions/session-token.ts';

const TOKEN = /^(?<userId>[1-9]\d{0,14})\.(?<untilMs>\d{1,15})\.(?<signature>[\w-]{43})$/;

export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
}

/**
 * Creates and checks password-reset tokens. Tokens are signed, not stored. The signature covers the
 * hash of the current password, so that every token becomes void when the password changes.
 */
@Injectable()
export class ResetTokens {
  constructor(
    private readonly users: UserStore,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  makePath({ user, passwordHash }: Credentials, lifetimeMs: number): string {
    const untilMs = this.clock.nowMs() + lifetimeMs;
    return `/password-reset/${user.id}.${untilMs}.${this.sign(user.id, untilMs, passwordHash)}`;
  }

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
