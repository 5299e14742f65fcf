import type { Address } from '#shared';
import type { SignInWay } from '../sign-in.dto.ts';

/** Ways to sign in. The capability `providers` provides it, which stands after this one. */
export abstract class SignInWays {
  /** Those beside the password, which lead on to an address within the console. */
  abstract list(to: Address): Promise<readonly SignInWay[]>;

  /** Whether passwords are off for all but the first owner. */
  abstract arePasswordsOff(): Promise<boolean>;

  /** Whether the person may sign in with a password. */
  abstract mayUsePassword(userId: number): Promise<boolean>;
}
