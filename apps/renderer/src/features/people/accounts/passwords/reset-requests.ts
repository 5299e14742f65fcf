import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { SignInAttemptStore, UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { accountLimits, Clock, parseEmail, Scheduler } from '#shared';
import { AccountMail } from '../mail/account-mail.ts';
import { toAddressKey } from '../sign-in/address-key.ts';
import { ResetTokens } from './reset-tokens.ts';

/**
 * Time between the answer to a request and its mail. Only requests for existing accounts send a
 * mail. Without the delay, these requests would be answered more slowly, and would reveal that the
 * account exists.
 */
const MAILED_AFTER_MS = 1000;

@Injectable()
export class ResetRequests implements OnApplicationShutdown {
  private readonly logger = new Logger('Passwords');
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
   * Counts a request for a reset link, and mails the link a second later if an account has this
   * email. The answer and its time do not reveal whether the account exists.
   *
   * Refuses only when too many requests come from one network address. When too many requests name
   * one account, they are accepted but send no mail. `address` is undefined when all visitors share
   * the address of a proxy.
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

  /**
   * Returns the path of a reset link that the owner `makerId` passes on to the person. Returns
   * undefined when no active person has this id.
   */
  async make(userId: number, makerId: number): Promise<{ user: User; path: string } | undefined> {
    const [found, maker] = await Promise.all([
      this.users.findCredentials({ userId }),
      this.users.findCredentials({ userId: makerId }),
    ]);
    if (!found || !maker) return undefined;
    const path = this.tokens.makePath(found, accountLimits.madePasswordResetLifetimeMs, maker);
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
