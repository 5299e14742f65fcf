import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import type { Session } from '#product/people/accounts';
import { TokenStore } from '#product/people/tokens';
import { IdentityStore } from '#product/projects/providers';
import type { VouchedSession } from '#product/projects/providers';
import { Clock, isSameIssuer } from '#shared';
import { SignInWays } from '../../../people/accounts/index.ts';
import { ProviderList } from '../provider-list.ts';

/** Takes away what people keep whom their provider no longer lets in. */
@Injectable()
export class Leavers {
  constructor(
    private readonly users: UserStore,
    private readonly identities: IdentityStore,
    private readonly providers: ProviderList,
    private readonly ways: SignInWays,
    private readonly tokens: TokenStore,
    private readonly clock: Clock,
  ) {}

  /** Withdraws the tokens of a person who cannot sign in by a password or by another issuer. */
  async withdrawTokens(
    { userId, provider }: Session,
    refusedBy: Pick<VouchedSession, 'issuer'>,
  ): Promise<void> {
    const [credentials, mayUsePassword, identities, providers] = await Promise.all([
      this.users.findCredentials({ userId }),
      this.ways.mayUsePassword(userId),
      this.identities.listOf(userId),
      this.providers.list(),
    ]);
    if (mayUsePassword && credentials?.passwordHash !== '') return;
    const others = providers.filter((each) => !isSameIssuer(each.issuer, refusedBy.issuer));
    const isOpen = identities.some(({ issuer }) =>
      others.some((each) => isSameIssuer(each.issuer, issuer)),
    );
    if (isOpen) return;
    const atMs = this.clock.nowMs();
    await this.tokens.withdrawAll(userId, { refusedBy: provider, atMs });
  }
}
