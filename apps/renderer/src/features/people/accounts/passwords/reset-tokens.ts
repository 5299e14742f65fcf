import { Injectable } from '@nestjs/common';
import { toResetPath, UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { isSameToken } from '../sessions/session-token.ts';

const TOKEN =
  /^(?<facts>(?<userId>[1-9]\d{0,14})\.(?<untilMs>\d{1,15})(?:\.(?<makerId>[1-9]\d{0,14}))?)\.[\w-]{43}$/;

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

  /** A link that an owner makes counts only while `maker` is an owner with this password. */
  makePath({ user, passwordHash }: Credentials, lifetimeMs: number, maker?: Credentials): string {
    const facts = `${user.id}.${this.clock.nowMs() + lifetimeMs}`;
    const made = maker === undefined ? facts : `${facts}.${maker.user.id}`;
    return this.toPath(made, passwordHash, maker);
  }

  async find(token: string): Promise<Credentials | undefined> {
    const { facts = '', userId, untilMs = 0, makerId } = TOKEN.exec(token)?.groups ?? {};
    if (Number(untilMs) <= this.clock.nowMs()) return undefined;
    const found = await this.users.findCredentials({ userId: Number(userId) });
    if (!found) return undefined;
    const maker =
      makerId === undefined
        ? undefined
        : await this.users.findCredentials({ userId: Number(makerId) });
    if (makerId !== undefined && !maker?.user.isOwner) return undefined;
    const path = this.toPath(facts, found.passwordHash, maker);
    return isSameToken(`/password-reset/${token}`, path) ? found : undefined;
  }

  private toPath(facts: string, passwordHash: string, maker: Credentials | undefined): string {
    const { secret } = this.options;
    const hashes = maker ? `${passwordHash} ${maker.passwordHash}` : passwordHash;
    return toResetPath(facts, { secret, passwordHash: hashes });
  }
}
