import type { SecondFactorKind } from '#product/people/accounts/rules';
import type { User } from '#product/people/accounts';

export type FactorResult =
  | { readonly ok: true; readonly kind: SecondFactorKind }
  | { readonly ok: false; readonly code: 'accounts.wrong_code' | 'accounts.wrong_passkey' }
  | {
      readonly ok: false;
      readonly code: 'accounts.too_many_attempts';
      readonly retryAfterMs: number;
    };

/** Port to people's second factors. The capability `second-factor` implements it. */
export abstract class SecondFactors {
  /** Returns whether the person must prove a second factor when signing in with a password. */
  abstract has(userId: number): Promise<boolean>;

  /**
   * Checks a code of the person's authenticator app, or a recovery code. Each code is accepted
   * once.
   */
  abstract check(userId: number, code: string): Promise<FactorResult>;

  /**
   * Returns the options with which the browser asks for a passkey
   * (`PublicKeyCredentialRequestOptionsJSON`). Returns undefined when the person has no passkey.
   */
  abstract askForPasskey(userId: number): Promise<object | undefined>;

  /** Checks the passkey's answer, which the browser sends as JSON. Each answer is accepted once. */
  abstract checkPasskey(userId: number, answer: string): Promise<FactorResult>;

  /**
   * Returns the Unix time in ms until which the person may work without a second factor. Returns
   * undefined when second factors are optional.
   */
  abstract findDeadlineMs(user: User): Promise<number | undefined>;
}
