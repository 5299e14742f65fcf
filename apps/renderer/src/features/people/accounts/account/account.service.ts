import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { TokenHolders } from '../access/token-holders.ts';
import { withdrawIfAsked } from '../withdraw-if-asked.ts';
import type { WithdrawTokensDto } from '../withdraw-tokens.dto.ts';

@Injectable()
export class AccountService {
  constructor(
    private readonly users: UserStore,
    private readonly tokens: TokenHolders,
  ) {}

  async rename(userId: number, name: string): Promise<void> {
    await this.users.setName(userId, name.trim() || undefined);
  }

  countTokens(userId: number): Promise<number> {
    return this.tokens.count(userId);
  }

  withdrawTokens(fields: WithdrawTokensDto, userId: number): Promise<string> {
    return withdrawIfAsked(this.tokens, fields, { userId });
  }
}
