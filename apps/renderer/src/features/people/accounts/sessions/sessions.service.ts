import { Injectable } from '@nestjs/common';
import { SessionStore } from '#product/people/accounts';
import type { Session, User } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { accountLimits, Clock } from '#shared';
import { toTokenHash } from './session-token.ts';

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
