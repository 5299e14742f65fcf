import { Injectable } from '@nestjs/common';
import { SessionStore } from '#product/people/accounts';
import type { Session, User } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { accountLimits, Clock } from '#shared';
import { createToken, toTokenHash } from './session-token.ts';

export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns undefined when the token is unknown or its session has ended. A session ends at a
   * fixed time after sign-in, however often it is used.
   *
   * Writes `lastSeenMs` at most once an hour.
   */
  async find(token: string | undefined): Promise<SignedIn | undefined> {
    const hash = token === undefined ? undefined : toTokenHash(token);
    if (hash === undefined) return undefined;
    const nowMs = this.clock.nowMs();
    const found = await this.sessions.find(hash, nowMs);
    if (!found) return undefined;
    const { session, user } = found;
    const { sessionSeenAfterMs: afterMs } = accountLimits;
    if (Math.abs(nowMs - session.lastSeenMs) < afterMs) return found;
    await this.sessions.noteSeen(session.id, nowMs);
    return { user, session: { ...session, lastSeenMs: nowMs } };
  }

  async confirm(sessionId: number, secondFactor: SecondFactorKind): Promise<void> {
    await this.sessions.confirm(sessionId, { secondFactor, confirmedAtMs: this.clock.nowMs() });
  }

  /**
   * Gives the session another token, so that copies of the former end. Returns undefined when
   * another request was faster.
   */
  async renew(
    former: string,
    { expiresAtMs }: Session,
  ): Promise<{ token: string; lifetimeMs: number } | undefined> {
    const { token, hash } = createToken();
    const isRenewed = await this.sessions.replaceToken(toTokenHash(former) ?? '', hash);
    return isRenewed ? { token, lifetimeMs: expiresAtMs - this.clock.nowMs() } : undefined;
  }

  async signOut(token: string): Promise<void> {
    const hash = toTokenHash(token);
    if (hash !== undefined) await this.sessions.endByToken(hash);
  }

  list(userId: number): Promise<Session[]> {
    return this.sessions.list(userId, {
      nowMs: this.clock.nowMs(),
      limit: accountLimits.sessionsPerUser,
    });
  }

  end(userId: number, sessionId: number): Promise<boolean> {
    return this.sessions.end(userId, sessionId);
  }

  endOthers({ user, session }: Pick<SignedIn, 'user' | 'session'>): Promise<number> {
    return this.sessions.endAll(user.id, { exceptId: session.id });
  }
}
