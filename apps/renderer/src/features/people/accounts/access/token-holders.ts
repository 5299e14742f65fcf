import type { Request } from 'express';
import type { User } from '#product/people/accounts';
import type { TokenAccess } from './access.ts';

export interface HeldToken extends Pick<TokenAccess, 'token'> {
  /**
   * The active person to whom the token belongs. Absent when the token belongs to the organisation.
   */
  readonly user?: User;
}

/** Port to API tokens and their holders. The capability `tokens` implements it. */
export abstract class TokenHolders {
  /**
   * Returns undefined when the request has no token. Throws a 401 refusal when the token is not
   * valid.
   */
  abstract find(request: Request): Promise<HeldToken | undefined>;

  abstract count(userId: number): Promise<number>;

  /** Withdraws all tokens of the person. Returns how many there were. */
  abstract withdrawAll(userId: number, byUserId: number): Promise<number>;
}
