import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { isSameToken } from '../sessions/session-token.ts';
import { SealedCookies } from './sealed-cookies.ts';

/** Somebody whom a password or a provider has vouched for. */
export interface Vouched {
  readonly user: User;
  /** Hash of the password that was right; absent where a provider has vouched. */
  readonly passwordHash?: string;
  readonly provider?: string;
}

interface Kept {
  readonly userId: number;
  /** Mark of the password that was right: a change of the password makes it void. */
  readonly passwordMark: string;
}

const NAME = 'errata-pending';
const LIFETIME_MS = 10 * 60_000;

/** Sign-ins that wait for the second factor, each in its browser for ten minutes. They open nothing else. */
@Injectable()
export class PendingSignIns {
  constructor(
    private readonly cookies: SealedCookies,
    private readonly users: UserStore,
  ) {}

  give(
    visit: { request: Request; response: Response },
    vouched: Vouched & { readonly passwordHash: string },
  ): void {
    const value: Kept = { userId: vouched.user.id, passwordMark: toMark(vouched.passwordHash) };
    this.cookies.give(visit, NAME, { value, lifetimeMs: LIFETIME_MS });
  }

  /** Undefined when there is none, it is too old, or the password was changed since. */
  async find(request: Request): Promise<Vouched | undefined> {
    const kept = this.cookies.read(request, NAME) as Kept | undefined;
    if (!kept) return undefined;
    const found = await this.users.findCredentials({ userId: kept.userId });
    if (!found || !isSameToken(kept.passwordMark, toMark(found.passwordHash))) return undefined;
    return found;
  }

  take(request: Request, response: Response): void {
    this.cookies.take(request, response, NAME);
  }
}

function toMark(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
