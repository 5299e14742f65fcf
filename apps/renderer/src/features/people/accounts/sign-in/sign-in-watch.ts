import { Injectable } from '@nestjs/common';
import { SignInAttemptStore } from '#product/people/accounts';
import type { Request } from 'express';
import { accountLimits, Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { findUnnamedProxy } from './unnamed-proxy.ts';
import type { UnnamedProxy } from './unnamed-proxy.ts';

interface SignInConcerns {
  /**
   * Failed sign-ins from unknown browsers in the current and the previous clock hour. Absent while
   * they are few.
   */
  readonly tries?: number;
  readonly proxy?: string;
}

const HOUR_MS = 3_600_000;
/** A count is reused for this long, because every page shows it. */
const KNOWN_FOR_MS = 5000;

@Injectable()
export class SignInWatch {
  private known: { readonly tries: number; readonly atMs: number } | undefined;

  constructor(
    private readonly attempts: SignInAttemptStore,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  async note(): Promise<void> {
    const nowMs = this.clock.nowMs();
    await this.attempts.count(ofHour(nowMs), { nowMs, forgottenAfterMs: 2 * HOUR_MS });
  }

  findProxy(request: Request): UnnamedProxy | undefined {
    return findUnnamedProxy(request, this.options);
  }

  /**
   * Returns what owners should be warned about. The owner's own request reveals the proxy, because
   * all visitors come through the same proxy.
   */
  async find(request: Request): Promise<SignInConcerns> {
    const tries = await this.countTries();
    const proxy = this.findProxy(request)?.address;
    return {
      tries: tries >= accountLimits.failedSignInsWarned ? tries : undefined,
      proxy,
    };
  }

  private async countTries(): Promise<number> {
    const nowMs = this.clock.nowMs();
    if (this.known && Math.abs(nowMs - this.known.atMs) < KNOWN_FOR_MS) return this.known.tries;
    const tries = await this.attempts.sum([ofHour(nowMs), ofHour(nowMs - HOUR_MS)], nowMs);
    this.known = { tries, atMs: nowMs };
    return tries;
  }
}

function ofHour(atMs: number): string {
  return `tries in hour ${Math.floor(atMs / HOUR_MS)}`;
}
