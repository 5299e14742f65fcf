import { Injectable } from '@nestjs/common';
import { SessionStore } from '#product/people/accounts';
import type { Session, User } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { accountLimits, Clock } from '#shared';
import { toTokenHash } from './session-token.ts';

/** Who sent a request. */
export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

/** Sessions once there are some. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Undefined when the token is nobody's (any more): a session ends 30 days after signing in, whatever happens. Notes at
   * most once an hour that it was used.
   */
  async find(token: string | undefined): Promise<SignedIn | undefined> {
    const hash = token === undefined ? undefined : toTokenHash(token);
    if (hash === undefined) return undefined;
    const nowMs = this.clock.nowMs();
    const found = await this.sessions.find(hash, nowMs);
    if (!found) return undefined;
    const { session, user } = found;
    if (nowMs - session.lastSeenMs < accountLimits.sessionSeenAfterMs) return found;
    await this.sessions.noteSeen(session.id, nowMs);
    return { user, session: { ...session, lastSeenMs: nowMs } };
  }

  /** Notes that the second factor was proved in the session just now. */
  async confirm(sessionId: number, secondFactor: SecondFactorKind): Promise<void> {
    await this.sessions.confirm(sessionId, { secondFactor, confirmedAtMs: this.clock.nowMs() });
  }

  /** Ends the session of `token`, if it is one's. */
  async signOut(token: string): Promise<void> {
    const hash = toTokenHash(token);
    if (hash !== undefined) await this.sessions.endByToken(hash);
  }

  /** All of a user's, latest seen first. */
  list(userId: number): Promise<Session[]> {
    return this.sessions.list(userId, {
      nowMs: this.clock.nowMs(),
      limit: accountLimits.sessionsPerUser,
    });
  }

  /** False when the user has no such session. */
  end(userId: number, sessionId: number): Promise<boolean> {
    return this.sessions.end(userId, sessionId);
  }

  /** Resolves with how many there were. */
  endOthers({ user, session }: Pick<SignedIn, 'user' | 'session'>): Promise<number> {
    return this.sessions.endAll(user.id, session.id);
  }
}
