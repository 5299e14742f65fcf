import type { Generated } from 'kysely';
import type { SecretColumn } from '#persistence/stores';

export interface SecondFactorAppsTable {
  readonly user_id: number;
  /** Encrypted; `seal` is the random id that decryption needs. */
  readonly secret: Uint8Array;
  readonly seal: string;
  /** 1 until the user has typed a correct code of the app. */
  readonly is_pending: number;
  /** Period of the latest code that was used. Codes of this and earlier periods are refused. */
  readonly last_step: number;
  readonly created_at: number;
}

export interface RecoveryCodesTable {
  readonly user_id: number;
  readonly hash: SecretColumn;
}

export interface PasskeysTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly name: string;
  /** Expiry, in Unix milliseconds, of the challenge that the passkey answered most recently. */
  readonly last_until: Generated<number>;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

export interface SecondFactorRuleTable {
  readonly id: number;
  readonly required_since: number;
}

export const tables = [
  'second_factor_apps',
  'recovery_codes',
  'passkeys',
  'second_factor_rule',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly second_factor_apps: SecondFactorAppsTable;
    readonly recovery_codes: RecoveryCodesTable;
    readonly passkeys: PasskeysTable;
    readonly second_factor_rule: SecondFactorRuleTable;
  }
}
