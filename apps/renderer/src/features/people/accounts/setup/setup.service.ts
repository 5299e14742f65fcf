import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InstallationStore } from '#persistence';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { NewAccounts } from '../new-accounts.ts';
import type { AccountCode, AccountDetails } from '../new-accounts.ts';
import { isSameToken } from '../sessions/session-token.ts';

export type SetupResult =
  | { readonly ok: true; readonly user: User }
  | {
      readonly ok: false;
      readonly code: 'accounts.set_up_already' | 'accounts.set_up_token_wrong' | AccountCode;
    };

/** The first owner, by the environment or by a visitor. Everybody else is invited. */
@Injectable()
export class SetupService {
  /** Once there was somebody there always is. */
  private isClosed = false;

  constructor(
    private readonly users: UserStore,
    private readonly installation: InstallationStore,
    private readonly accounts: NewAccounts,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /** Whether there is nobody yet. */
  async isOpen(): Promise<boolean> {
    this.isClosed ||= await this.users.hasAny();
    return !this.isClosed;
  }

  /**
   * The set-up token, which the start prints. It opens an Errata without an owner for reading and for setting up. It is made
   * of the secret and of this database, so that all replicas print and take the same token after every start. Once there is
   * an owner it opens nothing.
   */
  async getToken(): Promise<string> {
    const { id } = await this.installation.get();
    return createHmac('sha256', this.options.secret).update(`set-up ${id}`).digest('base64url');
  }

  /** The owner of ERRATA_OWNER_EMAIL and ERRATA_OWNER_PASSWORD. There already: nothing is changed. */
  async ensureOwner(details: AccountDetails): Promise<SetupResult> {
    return (await this.isOpen()) ? this.createOwner(details) : ALREADY;
  }

  async isToken(text = ''): Promise<boolean> {
    return isSameToken(text, await this.getToken());
  }

  /** By a visitor, with the token, wherever they are. */
  async setUp(details: AccountDetails, token: string | undefined): Promise<SetupResult> {
    if (!(await this.isOpen())) return ALREADY;
    if (!(await this.isToken(token))) return { ok: false, code: 'accounts.set_up_token_wrong' };
    return this.createOwner(details);
  }

  private async createOwner(details: AccountDetails): Promise<SetupResult> {
    const prepared = await this.accounts.prepare(details);
    if (!prepared.ok) return prepared;
    const user = await this.users.createFirstOwner(prepared.user, this.clock.nowMs());
    if (!user) return ALREADY;
    this.options.onOwned();
    return { ok: true, user };
  }
}

const ALREADY = { ok: false, code: 'accounts.set_up_already' } as const;
