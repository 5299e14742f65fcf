import { Inject, Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import { SecondFactorStore } from '#product/people/second-factor';
import { AccountNotices } from '../accounts/index.ts';
import { AuditTrail } from '../audit/index.ts';

/**
 * Removes second factors of people who have lost their device or key. The methods do not check
 * rights. Callers must do so.
 */
@Injectable()
export class SecondFactorResets {
  constructor(
    private readonly store: SecondFactorStore,
    @Inject(AccountNotices)
    private readonly notices: Pick<AccountNotices, 'tellSecondFactor'>,
    @Inject(AuditTrail)
    private readonly audit: Pick<AuditTrail, 'prepare'>,
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
  async reset(user: User, byUserId: number): Promise<boolean> {
    const notice = this.notices.tellSecondFactor(user, 'reset by an owner');
    const line = { what: 'person.second-factor-reset', target: String(user.id), from: true };
    const tell = this.audit.prepare(byUserId, line, notice);
    return this.store.remove(user.id, { endsSessions: true, tell });
  }
}
