import type { Address } from '#shared';
import type { SignInWay } from '../sign-in.dto.ts';

export interface Withdrawal {
  readonly userId: number;
  /** The person themselves when absent. */
  readonly byUserId?: number;
  readonly keptSessionId?: number;
}

/** Port that lists the ways to sign in. The feature `providers` implements it. */
export abstract class SignInWays {
  /**
   * Returns all ways to sign in except the password. Each returned link leads to `to` after the
   * sign-in.
   */
  abstract list(to: Address): Promise<readonly SignInWay[]>;

  /** Returns whether only the first owner may still sign in with a password. */
  abstract arePasswordsOff(): Promise<boolean>;

  abstract mayUsePassword(userId: number): Promise<boolean>;

  /**
   * Returns whether there are providers, and a password signs the person in, or will when they set
   * one now.
   */
  abstract mayUnlink(userId: number, setsPassword?: boolean): Promise<boolean>;

  /** Unlinks all providers where `mayUnlink` allows it. Returns how many links there were. */
  abstract unlinkAll(withdrawal: Withdrawal): Promise<number>;
}
