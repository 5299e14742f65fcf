import type { TokenHolders } from './access/token-holders.ts';
import type { WithdrawTokensDto } from './withdraw-tokens.dto.ts';

/**
 * Withdraws all tokens of a person when the form asks for it. Returns a sentence that follows
 * another one, or an empty text when no token was withdrawn.
 */
export async function withdrawIfAsked(
  tokens: TokenHolders,
  { withdrawTokens }: WithdrawTokensDto,
  { userId, byUserId = userId }: { readonly userId: number; readonly byUserId?: number },
): Promise<string> {
  const count = withdrawTokens === 'on' ? await tokens.withdrawAll(userId, byUserId) : 0;
  if (count === 0) return '';
  return count === 1 ? ' One token is withdrawn.' : ` ${count} tokens are withdrawn.`;
}
