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

@Injectable()
export class SetupService {
  /**
   * True once an account exists. Removed users count, so that the value never becomes false again.
   */
  private isClosed = false;

  constructor(
    private readonly users: UserStore,
    private readonly installation: InstallationStore,
    private readonly accounts: NewAccounts,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  async isOpen(): Promise<boolean> {
    this.isClosed ||= await this.users.hasAny();
    return !this.isClosed;
  }

  /**
   * Returns the token of the set-up link, which the server prints at its start. While Errata has no
   * owner, the token lets a visitor read Errata and become its owner.
   *
   * The token is derived from the secret and from this database's id. All replicas therefore print
   * and accept the same token after every start.
   */
  async getToken(): Promise<string> {
    const { id } = await this.installation.get();
    return createHmac('sha256', this.options.secret).update(`set-up ${id}`).digest('base64url');
  }

  /**
   * Creates the owner named by `ERRATA_OWNER_EMAIL` and `ERRATA_OWNER_PASSWORD`. Changes nothing
   * when an account exists.
   */
  async ensureOwner(details: AccountDetails): Promise<SetupResult> {
    return (await this.isOpen()) ? this.createOwner(details) : ALREADY;
  }

  async isToken(text = ''): Promise<boolean> {
    return isSameToken(text, await this.getToken());
  }

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
