import { Inject, Injectable } from '@nestjs/common';
import { SessionStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { SecondFactorStore } from '#product/people/second-factor';
import { AccountNotices } from '../accounts/index.ts';

/**
 * Removes second factors of people who have lost their device or key. The methods do not check
 * rights. Callers must do so.
 */
@Injectable()
export class SecondFactorResets {
  constructor(
    private readonly store: SecondFactorStore,
    private readonly sessions: SessionStore,
    @Inject(AccountNotices)
    private readonly notices: Pick<AccountNotices, 'noteSecondFactor'>,
  ) {}

  listUsersWithFactor(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    return this.store.listWith(userIds);
  }

  async forget(userId: number): Promise<void> {
    await this.store.remove(userId);
  }

  /**
   * Removes the factors, ends all sessions of the person and notifies them by mail. Returns false
   * when the person has no second factor.
   */
  async reset(user: User): Promise<boolean> {
    if (!(await this.store.remove(user.id))) return false;
    await this.sessions.endAll(user.id);
    await this.notices.noteSecondFactor(user, 'reset by an owner');
    return true;
  }
}
