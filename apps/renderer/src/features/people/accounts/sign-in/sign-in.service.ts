import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { SessionStore, UserStore } from '#product/people/accounts';
import type { Session, User } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { accountLimits, Clock, ErrataError, parseEmail } from '#shared';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { createToken } from '../sessions/session-token.ts';
import type { VerifiedPerson } from './pending-sign-ins.ts';
import { SignInWays } from '../access/sign-in-ways.ts';
import { SecondFactors } from '../access/second-factors.ts';
import { SignInLimiter } from './sign-in-limiter.ts';
import type { Attempt } from './sign-in-limiter.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

export interface Client {
  readonly address: string;
  readonly peer?: string | undefined;
  readonly userAgent: string;
  readonly isShared?: boolean | undefined;
  readonly browser?: string | undefined;
  readonly tell?: (user: User) => JoinedWrite | undefined;
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
      readonly vouched: VerifiedPerson & { readonly passwordHash: string };
    }
  | {
      readonly ok: false;
      readonly code: 'accounts.too_many_attempts';
      readonly retryAfterMs: number;
    };

/**
 * Another sign-in of the same user may replace the stored hash before the session begins. One retry
 * covers this.
 */
const ATTEMPTS = 2;

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
   * Verifies email and password and creates a session. The answer and its time are the same for a
   * wrong password, a missing account and a disabled one.
   *
   * Rejects with `accounts.busy` when too many people sign in at once.
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
        // The answer is the same as for a wrong password, so that nobody learns whether the
        // password was right.
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

  /**
   * Creates a session. The caller has identified the person by password or provider, and has
   * checked the second factor where one is needed.
   */
  async finish(
    vouched: VerifiedPerson,
    client: Client,
    secondFactor?: SecondFactorKind,
  ): Promise<SignInResult> {
    const begun = await this.begin(vouched, client, secondFactor);
    if (!begun) return { ok: false, code: 'accounts.wrong_credentials' };
    return { ok: true, ...begun, user: vouched.user };
  }

  private async proveSecond(
    vouched: VerifiedPerson & { readonly passwordHash: string },
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

  private async begin(
    { user, passwordHash, provider, lifetimeMs = accountLimits.sessionLifetimeMs }: VerifiedPerson,
    { address, userAgent, tell }: Client,
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
      expiresAtMs: nowMs + lifetimeMs,
      userAgent,
      address,
      tell: tell?.(user),
    });
    if (!session || secondFactor !== undefined || passwordHash === undefined) {
      return session && { token, session };
    }
    // When a second factor was set up after the caller checked, ends the new session. The caller
    // must start again and ask for the factor.
    if (!(await this.secondFactors.has(user.id))) return { token, session };
    await this.sessions.end(user.id, session.id);
    return undefined;
  }

  /**
   * Hashes the password again when the stored hash was made with an outdated cost. When the hasher
   * is busy, leaves this to the next sign-in. Returns the user with the hash that is stored now.
   */
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
