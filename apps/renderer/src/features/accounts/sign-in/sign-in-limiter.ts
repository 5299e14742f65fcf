import { Injectable } from '@nestjs/common';
import { SignInAttemptStore } from '#persistence';
import type { CountedKey } from '#persistence';
import { accountLimits, Clock, toSignInWaitMs } from '#shared';
import { toAddressKey } from './address-key.ts';

export type TakenAttempt =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'accounts.too_many_attempts';
      readonly retryAfterMs: number;
    };

/** What an attempt is counted for. */
export interface Attempt {
  /** Absent when what was typed is no email: there is no such account. */
  readonly emailKey?: string | undefined;
  readonly address: string;
}

/** How often passwords may be tried, over all replicas (`accountLimits`). */
@Injectable()
export class SignInLimiter {
  constructor(
    private readonly attempts: SignInAttemptStore,
    private readonly clock: Clock,
  ) {}

  /** Before a password is verified: the attempt counts as failed until `succeeded` says otherwise. */
  take(attempt: Attempt): Promise<TakenAttempt> {
    const { emailKey, address } = attempt;
    const keys = [ofAddress(address)];
    if (emailKey !== undefined) keys.push(ofAccount(emailKey));
    return this.takeKeys(keys);
  }

  /**
   * The account's failures are forgotten. The address gets this one back and no more: an account of one's
   * own must not buy attempts against those of others.
   */
  async succeeded({ emailKey, address }: Attempt): Promise<void> {
    if (emailKey !== undefined) await this.attempts.clear(ofAccount(emailKey).key);
    await this.attempts.giveBack(ofAddress(address).key);
  }

  /** No password was looked at: it does not count. */
  async giveBack({ emailKey, address }: Attempt): Promise<void> {
    if (emailKey !== undefined) await this.attempts.giveBack(ofAccount(emailKey).key);
    await this.attempts.giveBack(ofAddress(address).key);
  }

  async giveBackOfUser(userId: number): Promise<void> {
    await this.attempts.giveBack(ofUser(userId).key);
  }

  /** The same for who is signed in and states the password again: whoever found the screen unlocked may guess. */
  takeOfUser(userId: number): Promise<TakenAttempt> {
    return this.takeKeys([ofUser(userId)]);
  }

  async succeededOfUser(userId: number): Promise<void> {
    await this.attempts.clear(ofUser(userId).key);
  }

  private async takeKeys(keys: readonly CountedKey[]): Promise<TakenAttempt> {
    const taken = await this.attempts.take({
      keys,
      nowMs: this.clock.nowMs(),
      forgottenAfterMs: accountLimits.signInFailuresForgottenMs,
    });
    return taken.ok ? taken : { ...taken, code: 'accounts.too_many_attempts' };
  }
}

function ofAccount(emailKey: string): CountedKey {
  return toKey(`account ${emailKey}`, accountLimits.signInFreeFailuresPerAccount);
}

function ofUser(userId: number): CountedKey {
  return toKey(`password of user ${userId}`, accountLimits.signInFreeFailuresPerAccount);
}

function ofAddress(address: string): CountedKey {
  return toKey(`address ${toAddressKey(address)}`, accountLimits.signInFreeFailuresPerAddress);
}

function toKey(key: string, free: number): CountedKey {
  return { key, waitAfterMs: (failures) => toSignInWaitMs(failures, free) };
}
