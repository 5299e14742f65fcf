import type { Request } from 'express';
import type { User } from '#product/people/accounts';
import type { TokenAccess } from './access.ts';

export interface HeldToken extends Pick<TokenAccess, 'token'> {
  /** The active person that it stands for; absent: it stands for the organisation. */
  readonly user?: User;
}

/** Knows whose token a program has sent. The capability `tokens` provides it, which stands after this one. */
export abstract class TokenHolders {
  /** Undefined where a request has no token. Throws a refusal, 401, for a token that is not valid. */
  abstract find(request: Request): Promise<HeldToken | undefined>;
}
