import type { User } from '#product/people/accounts';
import type { Scope } from '#product/people/accounts/rules';

export interface NewToken {
  readonly hash: string;
  readonly hint: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** User whose rights the token has; absent for a token of the organisation. */
  readonly userId?: number;
  /** Absent when an operator's command created the token. */
  readonly madeBy?: number;
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
}

export interface Token extends Omit<NewToken, 'hash'> {
  readonly id: number;
  /** Exact to a minute; absent before the first use. */
  readonly lastUsedAtMs?: number;
}

export interface TokenHolder {
  readonly token: Token;
  readonly user?: User;
}
