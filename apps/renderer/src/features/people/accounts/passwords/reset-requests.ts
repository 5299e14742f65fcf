import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { SignInAttemptStore, UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { accountLimits, Clock, parseEmail, Scheduler } from '#shared';
import { AccountMail } from '../mail/account-mail.ts';
import { toAddressKey } from '../sign-in/address-key.ts';
import { ResetTokens } from './reset-tokens.ts';

/** Long after the answer, so that work for an account slows neither that nor the next one down. */
const MAILED_AFTER_MS = 1000;

/** How people who have forgotten their password get a link for another one. */
@Injectable()
export class ResetRequests implements OnApplicationShutdown {
  private readonly logger = new Logger('Passwords');
  /** Those that wait for their second, and those at work. */
  private readonly asked = new Set<{ readonly emailKey: string }>();
  private readonly mailing = new Set<Promise<void>>();

  constructor(
    private readonly users: UserStore,
    private readonly attempts: SignInAttemptStore,
    private readonly tokens: ResetTokens,
    private readonly mail: AccountMail,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * Counts a request, and mails a link to the account with that email, if there is one, a second later: neither the answer nor
   * its time tells whether there is. What is refused is refused by the address that asks alone; undefined where that is a
   * proxy's, and so everybody's.
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
    const isFree = await this.take(`password resets of ${emailKey}`, passwordResetsPerAccount);
    if (isFree.ok) {
      const asked = { emailKey };
      this.asked.add(asked);
      this.scheduler.runAfter(MAILED_AFTER_MS, () => this.startMailing(asked));
    }
    return { ok: true };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const each of this.asked) this.startMailing(each);
    await Promise.all(this.mailing);
  }

  private startMailing(asked: { readonly emailKey: string }): void {
    if (!this.asked.delete(asked)) return;
    const mailing = this.mailLink(asked.emailKey)
      .catch((error: unknown) =>
        this.logger.error('No link for another password was mailed', error),
      )
      .finally(() => this.mailing.delete(mailing));
    this.mailing.add(mailing);
  }

  /** Mails a link to the account with that email, if there is one. */
  private async mailLink(emailKey: string): Promise<void> {
    const found = await this.users.findCredentials({ emailKey });
    if (!found) return;
    await this.mail.send(found.user.email, {
      title: 'Choose another password for Errata',
      lines: [
        'You, or somebody who knows your email address, asked for another password. The link works once, within an hour.',
        'If you did not ask, ignore this mail: your password stays as it is.',
      ],
      path: this.tokens.makePath(found, accountLimits.passwordResetLifetimeMs),
      untilMs: this.clock.nowMs() + accountLimits.passwordResetLifetimeMs,
    });
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
