import type { Address } from '#shared';
import type { SignInWay } from '../sign-in.dto.ts';

/** Port to the ways to sign in. The later capability `providers` implements it. */
export abstract class SignInWays {
  /** Returns the ways other than the password. Each leads to the address `to` after sign-in. */
  abstract list(to: Address): Promise<readonly SignInWay[]>;

  /** Returns whether passwords are off for everybody except the first owner. */
  abstract arePasswordsOff(): Promise<boolean>;

  abstract mayUsePassword(userId: number): Promise<boolean>;
}
