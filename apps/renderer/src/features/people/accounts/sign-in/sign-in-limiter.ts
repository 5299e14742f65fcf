import { Injectable } from '@nestjs/common';
import { SignInAttemptStore } from '#product/people/accounts';
import type { CountedKey } from '#product/people/accounts';
import { accountLimits, Clock } from '#shared';
import { toSignInWaitMs } from '#product/people/accounts/rules';
import { toAddressKey } from './address-key.ts';

export type TakenAttempt =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'accounts.too_many_attempts';
      readonly retryAfterMs: number;
    };

/** What a person who is known may be asked for. */
type UserSecret = 'password' | 'second factor';

/** What an attempt is counted for. */
export interface Attempt {
  /** Absent when what was typed is no email: there is no such account. */
  readonly emailKey?: string | undefined;
  readonly address: string;
  /** The address of this machine from which the request comes, whatever address it names. */
  readonly peer?: string | undefined;
  /** The address is a proxy's, so everybody's: over all accounts nobody is counted by it. */
  readonly isShared?: boolean | undefined;
  /** The browser has signed in with this account before: it is counted by itself alone. */
  readonly browser?: string | undefined;
}

/**
 * How often passwords may be tried, over all replicas (`accountLimits`). What strangers try never holds back a browser
 * that is known (ADR 71).
 */
@Injectable()
export class SignInLimiter {
  constructor(
    private readonly attempts: SignInAttemptStore,
    private readonly clock: Clock,
  ) {}

  /** Before a password is verified: the attempt counts as failed until `succeeded` says otherwise. */
  take(attempt: Attempt): Promise<TakenAttempt> {
    return this.takeKeys(listKeys(attempt));
  }

  /**
   * Forgets the failures counted for this visitor. The counts that all strangers share get this one attempt back, and no
   * more: a sign-in to one's own account must not buy attempts against other accounts.
   */
  async succeeded(attempt: Attempt): Promise<void> {
    for (const { key, isOwn } of listKeys(attempt)) {
      await (isOwn ? this.attempts.clear(key) : this.attempts.giveBack(key));
    }
  }

  /** No password was looked at: it does not count. */
  async giveBack(attempt: Attempt): Promise<void> {
    for (const { key } of listKeys(attempt)) await this.attempts.giveBack(key);
  }

  async giveBackOfUser(userId: number): Promise<void> {
    await this.attempts.giveBack(ofUser(userId, 'password').key);
  }

  /**
   * The same for a person who is known: whoever found the screen unlocked may guess the password, and whoever knows the
   * password may guess the second factor.
   */
  takeOfUser(userId: number, secret: UserSecret = 'password'): Promise<TakenAttempt> {
    return this.takeKeys([ofUser(userId, secret)]);
  }

  async succeededOfUser(userId: number, secret: UserSecret = 'password'): Promise<void> {
    await this.attempts.clear(ofUser(userId, secret).key);
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

interface AttemptKey extends CountedKey {
  /** It counts attempts of one visitor at one account. */
  readonly isOwn: boolean;
}

function listKeys({ emailKey, address, peer, isShared, browser }: Attempt): AttemptKey[] {
  const { signInFreeFailuresPerAccount: own, signInFreeFailuresOfStrangers: all } = accountLimits;
  if (browser !== undefined) return [{ ...toKey(`browser ${browser}`, own), isOwn: true }];
  const keys: AttemptKey[] = [];
  if (!isShared) keys.push({ ...ofAddress(address), isOwn: false });
  if (emailKey === undefined) return keys;
  keys.push({ ...toKey(`account ${emailKey}`, all), isOwn: false });
  // A request from this machine may name a new address each time.
  const key = `account ${emailKey} from ${toAddressKey(peer ?? address)}`;
  return [...keys, { ...toKey(key, own), isOwn: true }];
}

function ofUser(userId: number, secret: UserSecret): CountedKey {
  return toKey(`${secret} of user ${userId}`, accountLimits.signInFreeFailuresPerAccount);
}

function ofAddress(address: string): CountedKey {
  return toKey(`address ${toAddressKey(address)}`, accountLimits.signInFreeFailuresPerAddress);
}

function toKey(key: string, free: number): CountedKey {
  return { key, waitAfterMs: (failures) => toSignInWaitMs(failures, free) };
}
