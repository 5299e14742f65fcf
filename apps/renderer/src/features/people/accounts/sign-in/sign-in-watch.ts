import { Injectable } from '@nestjs/common';
import { SignInAttemptStore } from '#product/people/accounts';
import type { Request } from 'express';
import { accountLimits, Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { findUnnamedProxy } from './unnamed-proxy.ts';
import type { UnnamedProxy } from './unnamed-proxy.ts';

/** Concerns about signing in, for owners; empty while there are none. */
interface SignInConcerns {
  /** So many tries of strangers have failed of late. */
  readonly tries?: number;
  /** Address of a proxy that does not name its visitors. */
  readonly proxy?: string;
}

const HOUR_MS = 3_600_000;
/** For so long a number that every page shows is not asked for again. */
const KNOWN_FOR_MS = 5000;

/** Sees to it that attempts to get in do not go on unnoticed. */
@Injectable()
export class SignInWatch {
  private known: { readonly tries: number; readonly atMs: number } | undefined;

  constructor(
    private readonly attempts: SignInAttemptStore,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /** Notes a stranger's try that failed, or that had no turn. */
  async note(): Promise<void> {
    const nowMs = this.clock.nowMs();
    await this.attempts.count(ofHour(nowMs), { nowMs, forgottenAfterMs: 2 * HOUR_MS });
  }

  findProxy(request: Request): UnnamedProxy | undefined {
    return findUnnamedProxy(request, this.options.publicUrl);
  }

  /** By the request of an owner, who comes as all visitors do. */
  async find(request: Request): Promise<SignInConcerns> {
    const tries = await this.countTries();
    const proxy = this.findProxy(request)?.address;
    return {
      ...(tries >= accountLimits.signInTriesTold ? { tries } : {}),
      ...(proxy === undefined ? {} : { proxy }),
    };
  }

  /** Over all replicas; some seconds old. */
  private async countTries(): Promise<number> {
    const nowMs = this.clock.nowMs();
    if (this.known && nowMs - this.known.atMs < KNOWN_FOR_MS) return this.known.tries;
    const tries = await this.attempts.sum([ofHour(nowMs), ofHour(nowMs - HOUR_MS)], nowMs);
    this.known = { tries, atMs: nowMs };
    return tries;
  }
}

function ofHour(atMs: number): string {
  return `tries in hour ${Math.floor(atMs / HOUR_MS)}`;
}
