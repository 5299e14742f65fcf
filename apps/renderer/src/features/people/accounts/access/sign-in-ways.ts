import type { Address } from '#shared';
import type { SignInWay } from '../sign-in.dto.ts';

/** Port to the ways to sign in. The capability `providers` implements it. */
export abstract class SignInWays {
  /**
   * Returns all ways to sign in except the password. Each leads to the address `to` after sign-in.
   */
  abstract list(to: Address): Promise<readonly SignInWay[]>;

  /** Returns whether only the first owner may still sign in with a password. */
  abstract arePasswordsOff(): Promise<boolean>;

  abstract mayUsePassword(userId: number): Promise<boolean>;
}
