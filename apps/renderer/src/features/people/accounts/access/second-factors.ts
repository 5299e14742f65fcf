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

/** Second factors of people. The capability `second-factor` provides it, which stands after this one. */
export abstract class SecondFactors {
  /** Whether the person has to prove one when signing in with a password. */
  abstract has(userId: number): Promise<boolean>;

  /** Takes a code of the person's app or a recovery code, once. */
  abstract check(userId: number, code: string): Promise<FactorResult>;

  /** What the browser needs to ask for a passkey of the person (`PublicKeyCredentialRequestOptionsJSON`); undefined where there is none. */
  abstract askForPasskey(userId: number): Promise<object | undefined>;

  /** Takes the answer of a passkey, as JSON, once. */
  abstract checkPasskey(userId: number, answer: string): Promise<FactorResult>;

  /** Until when (Unix time in ms) the person may go on without one; undefined where none is required. */
  abstract findDeadlineMs(user: User): Promise<number | undefined>;
}
