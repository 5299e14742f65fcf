import type { Address } from '#shared';
import type { SignInWay } from '../sign-in.dto.ts';

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
}
