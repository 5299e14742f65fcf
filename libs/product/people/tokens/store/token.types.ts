import type { User } from '#product/people/accounts';
import type { Scope } from '../rules/scopes.ts';

export interface NewToken {
  readonly hash: string;
  /** Its last characters, by which people tell it from others. */
  readonly hint: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The person that it stands for; absent: the organisation. */
  readonly userId?: number;
  /** Absent where the operator's command made it. */
  readonly madeBy?: number;
  readonly createdAtMs: number;
  /** Absent: never. */
  readonly expiresAtMs?: number;
}

export interface Token extends Omit<NewToken, 'hash'> {
  readonly id: number;
  /** Within a minute; absent: never. */
  readonly lastUsedAtMs?: number;
}

/** A token, and the active person that it stands for, if it is a person's. */
export interface TokenHolder {
  readonly token: Token;
  readonly user?: User;
}
