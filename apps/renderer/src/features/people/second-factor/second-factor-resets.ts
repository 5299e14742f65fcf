import { Inject, Injectable } from '@nestjs/common';
import { SessionStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { SecondFactorStore } from '#product/people/second-factor';
import { AccountNotices } from '../accounts/index.ts';

/** Takes away second factors that people have lost. Whether somebody may is the caller's to know. */
@Injectable()
export class SecondFactorResets {
  constructor(
    private readonly store: SecondFactorStore,
    private readonly sessions: SessionStore,
    @Inject(AccountNotices)
    private readonly notices: Pick<AccountNotices, 'noteSecondFactor'>,
  ) {}

  listWith(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    return this.store.listWith(userIds);
  }

  /** Takes away what a removed person had set up. */
  async forget(userId: number): Promise<void> {
    await this.store.remove(userId);
  }

  /** Ends all sessions of the person, and tells them by mail. False when there was no second factor. */
  async reset(user: User): Promise<boolean> {
    if (!(await this.store.remove(user.id))) return false;
    await this.sessions.endAll(user.id);
    await this.notices.noteSecondFactor(user, 'reset by an owner');
    return true;
  }
}
