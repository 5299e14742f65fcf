import type { Request } from 'express';
import type { User } from '#product/people/accounts';
import type { TokenAccess } from './access.ts';

export interface HeldToken extends Pick<TokenAccess, 'token'> {
  /**
   * The active person to whom the token belongs. Absent when the token belongs to the organisation.
   */
  readonly user?: User;
}

/** Port that finds the holder of an API token. The capability `tokens` implements it. */
export abstract class TokenHolders {
  /**
   * Returns undefined when the request has no token. Throws a 401 refusal when the token is not
   * valid.
   */
  abstract find(request: Request): Promise<HeldToken | undefined>;
}
