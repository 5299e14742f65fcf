import { Injectable } from '@nestjs/common';
import { SessionStore, UserStore } from '#product/people/accounts';
import type { Session, User } from '#product/people/accounts';
import { accountLimits, Clock, ErrataError, parseEmail } from '#shared';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { createToken } from '../sessions/session-token.ts';
import { SignInLimiter } from './sign-in-limiter.ts';
import type { Attempt } from './sign-in-limiter.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
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
  | { readonly ok: false; readonly code: 'accounts.wrong_credentials' }
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
    private readonly clock: Clock,
  ) {}

  /**
   * The answer, and the time it takes, are the same for a wrong password, for an account that does not
   * exist and for one that is disabled. Rejects with `accounts.busy` when too many sign in at once.
   */
  async signIn({ email, password }: Credentials, client: Client): Promise<SignInResult> {
    const { address, peer, isShared, browser } = client;
    const attempt = { emailKey: parseEmail(email)?.key, address, peer, isShared, browser };
    const taken = await this.limiter.take(attempt);
    if (!taken.ok) return taken;
    for (let run = 0; run < ATTEMPTS; run += 1) {
      const found = await this.findVerified(attempt, password).catch((error: unknown) =>
        this.limiter.giveBack(attempt).then(() => Promise.reject(error)),
      );
      if (!found) break;
      const begun = await this.begin(found, client);
      if (!begun) continue;
      await this.limiter.succeeded(attempt);
      await this.renewHash(found, password);
      return { ok: true, ...begun, user: found.user };
    }
    return { ok: false, code: 'accounts.wrong_credentials' };
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
    { user, passwordHash }: { user: User; passwordHash: string },
    { address, userAgent }: Client,
  ): Promise<{ token: string; session: Session } | undefined> {
    const nowMs = this.clock.nowMs();
    const { token, hash } = createToken();
    const session = await this.sessions.create({
      userId: user.id,
      passwordHash,
      tokenHash: hash,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + accountLimits.sessionLifetimeMs,
      userAgent,
      address,
    });
    return session && { token, session };
  }

  /** Only now the password is at hand. When too many wait, the next sign-in does it: this one has succeeded. */
  private async renewHash(
    { user, passwordHash }: { user: User; passwordHash: string },
    password: string,
  ): Promise<void> {
    if (!this.hasher.isOutdated(passwordHash)) return;
    try {
      const to = await this.hasher.hash(password);
      await this.users.replacePasswordHash(user.id, { from: passwordHash, to });
    } catch (error) {
      if (!(error instanceof ErrataError && error.code === 'accounts.busy')) throw error;
    }
  }
}
