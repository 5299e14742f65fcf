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

  /** A link that an owner makes counts only while `makerId` is an owner. */
  makePath({ user, passwordHash }: Credentials, lifetimeMs: number, makerId?: number): string {
    const facts = `${user.id}.${this.clock.nowMs() + lifetimeMs}`;
    const made = makerId === undefined ? facts : `${facts}.${makerId}`;
    return toResetPath(made, { secret: this.options.secret, passwordHash });
  }

  async find(token: string): Promise<Credentials | undefined> {
    const { facts = '', userId, untilMs = 0, makerId } = TOKEN.exec(token)?.groups ?? {};
    if (Number(untilMs) <= this.clock.nowMs()) return undefined;
    const found = await this.users.findCredentials({ userId: Number(userId) });
    if (!found) return undefined;
    const { passwordHash } = found;
    const path = toResetPath(facts, { secret: this.options.secret, passwordHash });
    if (!isSameToken(`/password-reset/${token}`, path)) return undefined;
    if (makerId === undefined) return found;
    const maker = await this.users.find(Number(makerId));
    return maker?.state === 'active' && maker.isOwner ? found : undefined;
  }
}
