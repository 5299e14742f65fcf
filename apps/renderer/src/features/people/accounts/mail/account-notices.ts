import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import type { User } from '#product/people/accounts';
import { Clock, formatUtc } from '#shared';
import { toBrowserName } from '../sessions/browser-name.ts';
import { AccountMail } from './account-mail.ts';

interface MadeToken {
  readonly name: string;
  /** Absent for a token of the organisation. */
  readonly userId?: number;
  readonly expiresAtMs?: number;
}

/** Mails about changes of accounts. Stores put them into the transactions of these changes. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly mail: AccountMail,
    private readonly clock: Clock,
  ) {}

  tellSignIn(
    { email }: Pick<User, 'email'>,
    { userAgent, address }: { readonly userAgent: string; readonly address: string },
  ): JoinedWrite | undefined {
    const browser = toBrowserName(userAgent);
    return this.mail.prepare(email, {
      title: `New sign-in to Errata: ${browser}`,
      lines: [
        `${browser} signed in from ${address} at ${formatUtc(this.clock.nowMs())}.`,
        'If this was not you, change your password. That signs out every other browser.',
      ],
      path: '/account',
    });
  }

  /** `done` says what happened to the second factor, such as `set up`. */
  tellSecondFactor({ email }: Pick<User, 'email'>, done: string): JoinedWrite | undefined {
    return this.mail.prepare(email, {
      title: `Your second factor for Errata was ${done}`,
      lines: [
        `Your second factor was ${done} at ${formatUtc(this.clock.nowMs())}.`,
        'If this was not you, change your password, and tell an owner of Errata.',
      ],
      path: '/account/second-factor',
    });
  }

  /** `done` says what happened to the account, such as `linked with Acme`, and `which` to whom. */
  tellProvider({ email }: Pick<User, 'email'>, done: string, which = ''): JoinedWrite | undefined {
    return this.mail.prepare(email, {
      title: `Your account for Errata was ${done}`,
      lines: [
        `Your account was ${done} at ${formatUtc(this.clock.nowMs())}${which}.`,
        'If this was not you, unlink it, change your password, and tell an owner of Errata.',
      ],
      path: '/account/providers',
    });
  }

  /** Tells an owner of a person who came without an invitation, and sees no project yet. */
  async noteNewcomer(
    { email }: Pick<User, 'email'>,
    newcomer: Pick<User, 'name' | 'email'> & { readonly by: string },
  ): Promise<void> {
    const name = newcomer.name ?? newcomer.email;
    await this.mail.send(email, {
      title: `${name} waits for a project in Errata`,
      lines: [
        `${name} (${newcomer.email}) signed in with ${newcomer.by} and is in no project yet.`,
        'Add them in the settings of a project, under Members.',
      ],
      path: '/settings/projects',
    });
  }

  tellToken(
    { email }: Pick<User, 'email'>,
    { name, userId, expiresAtMs }: MadeToken,
  ): JoinedWrite | undefined {
    const whose = userId === undefined ? 'of the organisation' : 'of yours';
    const end = expiresAtMs === undefined ? 'never ends' : `ends at ${formatUtc(expiresAtMs)}`;
    return this.mail.prepare(email, {
      title: 'A new token for Errata',
      lines: [
        `The token “${name}” ${whose} was made at ${formatUtc(this.clock.nowMs())}. It ${end}.`,
        'If this was not you, withdraw it, change your password, and tell an owner of Errata.',
      ],
      path: userId === undefined ? '/settings/tokens' : '/account/tokens',
    });
  }

  tellPasswordChange({ email }: Pick<User, 'email'>): JoinedWrite | undefined {
    return this.mail.prepare(email, {
      title: 'Your password for Errata was changed',
      lines: [
        `Your password was changed at ${formatUtc(this.clock.nowMs())}. All other sessions have ended.`,
        'If this was not you, choose another password at once, and tell an owner of Errata.',
      ],
      path: '/forgotten-password',
    });
  }
}
