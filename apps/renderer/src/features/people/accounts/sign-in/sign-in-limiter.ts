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

type UserSecret = 'password' | 'second factor';

export interface Attempt {
  /** Answers of providers count apart from passwords, so that neither hold the other back. */
  readonly kind?: 'password' | 'provider';
  readonly emailKey?: string | undefined;
  readonly address: string;
  /**
   * Address of the connection, when the request comes from this machine. The headers of such a
   * request can name any client address.
   */
  readonly peer?: string | undefined;
  /**
   * True when `address` belongs to a proxy that all visitors share. The total of attempts from this
   * address is then not limited.
   */
  readonly isShared?: boolean | undefined;
  /**
   * Id of a browser that has signed in to this account before. Attempts from this browser are
   * counted under this id and under no other key.
   */
  readonly browser?: string | undefined;
}

/**
 * Limits password attempts over all replicas (`accountLimits`). Attempts of strangers (browsers
 * that have not signed in to the account before) never block a known browser.
 */
@Injectable()
export class SignInLimiter {
  constructor(
    private readonly attempts: SignInAttemptStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts an attempt; call this before verifying a password. The attempt counts as failed until
   * `succeeded` is called.
   */
  take(attempt: Attempt): Promise<TakenAttempt> {
    return this.takeKeys(listKeys(attempt));
  }

  /**
   * Clears the failed attempts of this visitor at this account. Removes only this one attempt from
   * the counts that all strangers share. Otherwise people could sign in to their own account to get
   * new attempts at other accounts.
   */
  async succeeded(attempt: Attempt): Promise<void> {
    for (const { key, isOwn } of listKeys(attempt)) {
      await (isOwn ? this.attempts.clear(key) : this.attempts.uncountAttempt(key));
    }
  }

  async giveBack(attempt: Attempt): Promise<void> {
    for (const { key } of listKeys(attempt)) await this.attempts.uncountAttempt(key);
  }

  async giveBackOfUser(userId: number): Promise<void> {
    await this.attempts.uncountAttempt(ofUser(userId, 'password').key);
  }

  /**
   * Counts an attempt at the password or second factor of an already identified user.
   * Somebody at an unlocked screen may guess the password, and somebody with the password may guess
   * the second factor.
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
  /** True when the key counts attempts of one visitor at one account. */
  readonly isOwn: boolean;
}

function listKeys({ kind, emailKey, address, peer, isShared, browser }: Attempt): AttemptKey[] {
  const { signInFreeFailuresPerAccount: own, signInFreeFailuresOfStrangers: all } = accountLimits;
  if (browser !== undefined) return [{ ...toKey(`browser ${browser}`, own), isOwn: true }];
  const keys: AttemptKey[] = [];
  if (!isShared) keys.push({ ...ofAddress(address, kind), isOwn: false });
  if (emailKey === undefined) return keys;
  keys.push({ ...toKey(`account ${emailKey}`, all), isOwn: false });
  // Prefers the address of the connection, because programs on this machine can name a new client
  // address in each request.
  const key = `account ${emailKey} from ${toAddressKey(peer ?? address)}`;
  return [...keys, { ...toKey(key, own), isOwn: true }];
}

function ofUser(userId: number, secret: UserSecret): CountedKey {
  return toKey(`${secret} of user ${userId}`, accountLimits.signInFreeFailuresPerAccount);
}

function ofAddress(address: string, kind: Attempt['kind']): CountedKey {
  const key = `${kind === 'provider' ? 'provider ' : ''}address ${toAddressKey(address)}`;
  return toKey(key, accountLimits.signInFreeFailuresPerAddress);
}

function toKey(key: string, free: number): CountedKey {
  return { key, waitAfterMs: (failures) => toSignInWaitMs(failures, free) };
}
