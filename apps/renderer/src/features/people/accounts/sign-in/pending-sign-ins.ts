import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { isSameToken } from '../sessions/session-token.ts';
import { SealedCookies } from './sealed-cookies.ts';

export interface VerifiedPerson {
  readonly user: User;
  /** Hash of the verified password. Absent when a provider confirmed the identity. */
  readonly passwordHash?: string;
  readonly provider?: string;
  /** Time until the session ends, when its provider has another than the usual one. */
  readonly lifetimeMs?: number;
}

interface Kept {
  readonly userId: number;
  /**
   * Hash of the password's hash. When the password changes, this hash no longer matches and the
   * pending sign-in becomes void.
   */
  readonly passwordMark: string;
}

const NAME = 'errata-pending';
const LIFETIME_MS = 10 * 60_000;

/**
 * Stores a sign-in in a cookie for ten minutes, until the person proves the second factor. The
 * cookie allows nothing except this proof.
 */
@Injectable()
export class PendingSignIns {
  constructor(
    private readonly cookies: SealedCookies,
    private readonly users: UserStore,
  ) {}

  remember(
    visit: { request: Request; response: Response },
    vouched: VerifiedPerson & { readonly passwordHash: string },
  ): void {
    const value: Kept = { userId: vouched.user.id, passwordMark: toMark(vouched.passwordHash) };
    this.cookies.set(visit, NAME, { value, lifetimeMs: LIFETIME_MS });
  }

  /**
   * Returns undefined when no sign-in is pending, the cookie has expired, or the password has
   * changed.
   */
  async find(request: Request): Promise<VerifiedPerson | undefined> {
    const kept = this.cookies.read(request, NAME) as Kept | undefined;
    if (!kept) return undefined;
    const found = await this.users.findCredentials({ userId: kept.userId });
    if (!found || !isSameToken(kept.passwordMark, toMark(found.passwordHash))) return undefined;
    return found;
  }

  clear(request: Request, response: Response): void {
    this.cookies.clear(request, response, NAME);
  }
}

function toMark(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
