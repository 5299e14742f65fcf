import { Injectable } from '@nestjs/common';
import { SessionStore, UserStore } from '#product/people/accounts';
import type { Session, User } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { accountLimits, Clock, ErrataError, parseEmail } from '#shared';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { createToken } from '../sessions/session-token.ts';
import type { Vouched } from './pending-sign-ins.ts';
import { SignInWays } from '../access/sign-in-ways.ts';
import { SecondFactors } from '../access/second-factors.ts';
import { SignInLimiter } from './sign-in-limiter.ts';
import type { Attempt } from './sign-in-limiter.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, where somebody has typed it already. */
  readonly code?: string | undefined;
}

/** Where somebody signs in from. */
export interface Client {
  readonly address: string;
  readonly peer?: string | undefined;
  /** Empty when the browser says nothing. */
  readonly userAgent: string;
  /** The address is a proxy's, and says nothing of whom it asks for. */
  readonly isShared?: boolean | undefined;
  /** Names a browser that has signed in with this account before. */
  readonly browser?: string | undefined;
}

export type SignInResult =
  | { readonly ok: true; readonly token: string; readonly session: Session; readonly user: User }
  | {
      readonly ok: false;
      readonly code:
        | 'accounts.wrong_credentials'
        | 'accounts.wrong_code'
        | 'accounts.wrong_passkey';
    }
  | {
      readonly ok: false;
      readonly code: 'accounts.second_factor_needed';
      /** Whose password was right. */
      readonly vouched: Vouched & { readonly passwordHash: string };
    }
  | {
      readonly ok: false;
      readonly code: 'accounts.too_many_attempts';
      readonly retryAfterMs: number;
    };

/** Meanwhile the hash may have been made anew, by another sign-in of the same user; once, not for ever. */
const ATTEMPTS = 2;

/** From email and password to a session. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly limiter: SignInLimiter,
    private readonly hasher: PasswordHasher,
    private readonly secondFactors: SecondFactors,
    private readonly ways: SignInWays,
    private readonly clock: Clock,
  ) {}

  /**
   * The answer, and the time it takes, are the same for a wrong password, for an account that does not
   * exist and for one that is disabled. Rejects with `accounts.busy` when too many sign in at once.
   */
  async signIn({ email, password, code }: Credentials, client: Client): Promise<SignInResult> {
    const { address, peer, isShared, browser } = client;
    const attempt = { emailKey: parseEmail(email)?.key, address, peer, isShared, browser };
    const taken = await this.limiter.take(attempt);
    if (!taken.ok) return taken;
    for (let run = 0; run < ATTEMPTS; run += 1) {
      const found = await this.findVerified(attempt, password).catch((error: unknown) =>
        this.limiter.giveBack(attempt).then(() => Promise.reject(error)),
      );
      if (!found) break;
      if (!(await this.ways.mayUsePassword(found.user.id))) {
        // The page says that passwords are off. Whether this one was right, nobody learns.
        break;
      }
      if (await this.secondFactors.has(found.user.id)) {
        await this.limiter.succeeded(attempt);
        return this.proveSecond(await this.renewHash(found, password), client, code);
      }
      const begun = await this.begin(found, client);
      if (!begun) continue;
      await this.limiter.succeeded(attempt);
      await this.renewHash(found, password);
      return { ok: true, ...begun, user: found.user };
    }
    return { ok: false, code: 'accounts.wrong_credentials' };
  }

  /** Ends the sign-in of somebody vouched for, who has proved the second factor or needs none. */
  async finish(
    vouched: Vouched,
    client: Client,
    secondFactor?: SecondFactorKind,
  ): Promise<SignInResult> {
    const begun = await this.begin(vouched, client, secondFactor);
    if (!begun) return { ok: false, code: 'accounts.wrong_credentials' };
    return { ok: true, ...begun, user: vouched.user };
  }

  private async proveSecond(
    vouched: Vouched & { readonly passwordHash: string },
    client: Client,
    code: string | undefined,
  ): Promise<SignInResult> {
    if (!code) return { ok: false, code: 'accounts.second_factor_needed', vouched };
    const proved = await this.secondFactors.check(vouched.user.id, code);
    return proved.ok ? this.finish(vouched, client, proved.kind) : proved;
  }

  private async findVerified(
    { emailKey, browser }: Attempt,
    password: string,
  ): Promise<{ user: User; passwordHash: string } | undefined> {
    const found =
      emailKey === undefined ? undefined : await this.users.findCredentials({ emailKey });
    const isRight = await this.hasher.verify(password, found?.passwordHash, {
      isStranger: browser === undefined,
    });
    return isRight ? found : undefined;
  }

  /** Undefined when the account is not what it was when the password was verified. */
  private async begin(
    { user, passwordHash, provider }: Vouched,
    { address, userAgent }: Client,
    secondFactor?: SecondFactorKind,
  ): Promise<{ token: string; session: Session } | undefined> {
    const nowMs = this.clock.nowMs();
    const { token, hash } = createToken();
    const session = await this.sessions.create({
      userId: user.id,
      passwordHash,
      provider,
      secondFactor,
      tokenHash: hash,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + accountLimits.sessionLifetimeMs,
      userAgent,
      address,
    });
    if (!session || secondFactor !== undefined || passwordHash === undefined) {
      return session && { token, session };
    }
    // One was set up since it was asked for: the caller begins anew.
    if (!(await this.secondFactors.has(user.id))) return { token, session };
    await this.sessions.end(user.id, session.id);
    return undefined;
  }

  /** Only now the password is at hand. When too many wait, the next sign-in does it: this one has succeeded. Resolves with the hash that holds. */
  private async renewHash(
    verified: { user: User; passwordHash: string },
    password: string,
  ): Promise<{ user: User; passwordHash: string }> {
    const { user, passwordHash } = verified;
    if (!this.hasher.isOutdated(passwordHash)) return verified;
    try {
      const to = await this.hasher.hash(password);
      const isReplaced = await this.users.replacePasswordHash(user.id, { from: passwordHash, to });
      return isReplaced ? { user, passwordHash: to } : verified;
    } catch (error) {
      if (error instanceof ErrataError && error.code === 'accounts.busy') return verified;
      throw error;
    }
  }
}
