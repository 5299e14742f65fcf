import { Injectable } from '@nestjs/common';
import { SignInWays } from './access/sign-in-ways.ts';
import type { Withdrawal } from './access/sign-in-ways.ts';
import { TokenHolders } from './access/token-holders.ts';
import type { WithdrawTokensDto } from './withdraw-tokens.dto.ts';

/** Withdraws what outlives the sessions of a person, when the form that ends these asks for it. */
@Injectable()
export class Withdrawals {
  constructor(
    private readonly tokens: TokenHolders,
    private readonly ways: SignInWays,
  ) {}

  /** Returns what a form offers. */
  async describe(userId: number, setsPassword = false) {
    const [tokens, mayUnlink] = await Promise.all([
      this.tokens.count(userId),
      this.ways.mayUnlink(userId, setsPassword),
    ]);
    return { tokens, mayUnlink };
  }

  /** Returns sentences that follow another one, or an empty text when nothing was withdrawn. */
  async run(
    { withdrawTokens, unlinkProviders }: WithdrawTokensDto,
    withdrawal: Withdrawal,
  ): Promise<string> {
    const { userId, byUserId = userId } = withdrawal;
    const tokens = withdrawTokens === 'on' ? await this.tokens.withdrawAll(userId, byUserId) : 0;
    const links = unlinkProviders === 'on' ? await this.ways.unlinkAll(withdrawal) : 0;
    return describe(tokens, 'token', 'withdrawn') + describe(links, 'provider', 'unlinked');
  }
}

function describe(count: number, thing: string, done: string): string {
  if (count === 0) return '';
  return count === 1 ? ` One ${thing} is ${done}.` : ` ${count} ${thing}s are ${done}.`;
}
