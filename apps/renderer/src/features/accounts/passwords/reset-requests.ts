import { Injectable } from '@nestjs/common';
import { SignInAttemptStore, UserStore } from '#persistence';
import type { User } from '#persistence';
import { accountLimits, Clock, parseEmail } from '#shared';
import { AccountMail } from '../mail/account-mail.ts';
import { toAddressKey } from '../sign-in/address-key.ts';
import { ResetTokens } from './reset-tokens.ts';

/** How people who have forgotten their password get a link for another one. */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly users: UserStore,
    private readonly attempts: SignInAttemptStore,
    private readonly tokens: ResetTokens,
    private readonly mail: AccountMail,
    private readonly clock: Clock,
  ) {}

  /**
   * Mails a link to the account with that email, if there is one. The answer does not tell whether there is: what is refused
   * is refused by the address that asks alone; undefined where that is a proxy's, and so everybody's.
   */
  async ask(
    email: string,
    address: string | undefined,
  ): Promise<{ ok: true } | { ok: false; retryAfterMs: number }> {
    const { passwordResetsPerAddress, passwordResetsPerAccount } = accountLimits;
    if (address !== undefined) {
      const from = `password resets from ${toAddressKey(address)}`;
      const taken = await this.take(from, passwordResetsPerAddress);
      if (!taken.ok) return taken;
    }
    const emailKey = parseEmail(email)?.key;
    if (emailKey === undefined) return { ok: true };
    const found = await this.users.findCredentials({ emailKey });
    // Counted whether there is an account or not: what a request costs tells nothing either.
    const isFree = await this.take(`password resets of ${emailKey}`, passwordResetsPerAccount);
    if (!found || !isFree.ok) return { ok: true };
    await this.mail.send(found.user.email, {
      title: 'Choose another password for Errata',
      lines: [
        'You have asked for it, or somebody who knows your address. The link works once, within an hour.',
        'If you did not ask, leave it alone: your password stays as it is.',
      ],
      path: this.tokens.makePath(found, accountLimits.passwordResetLifetimeMs),
      untilMs: this.clock.nowMs() + accountLimits.passwordResetLifetimeMs,
    });
    return { ok: true };
  }

  /** Path of a link that somebody else hands over; undefined when there is no such active person. */
  async make(userId: number): Promise<{ user: User; path: string } | undefined> {
    const found = await this.users.findCredentials({ userId });
    if (!found) return undefined;
    const path = this.tokens.makePath(found, accountLimits.madePasswordResetLifetimeMs);
    return { user: found.user, path };
  }

  private take(key: string, free: number) {
    const waitAfterMs = (times: number) => (times < free ? 0 : accountLimits.passwordResetWaitMs);
    return this.attempts.take({
      keys: [{ key, waitAfterMs }],
      nowMs: this.clock.nowMs(),
      forgottenAfterMs: accountLimits.signInFailuresForgottenMs,
    });
  }
}
