import type { Generated } from 'kysely';

export interface SecondFactorAppsTable {
  readonly user_id: number;
  /** Encrypted under the name `seal`. */
  readonly secret: Uint8Array;
  readonly seal: string;
  /** 1 until the first code of the app was right. */
  readonly is_pending: number;
  /** Period of the latest code that was taken. No code of this or an earlier one is taken again. */
  readonly last_step: number;
  readonly created_at: number;
}

export interface RecoveryCodesTable {
  readonly user_id: number;
  readonly hash: string;
}

export interface PasskeysTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly name: string;
  /** The end (Unix time in ms) of the challenge that it answered last. */
  readonly last_until: Generated<number>;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

export interface SecondFactorRuleTable {
  /** Always 1. */
  readonly id: number;
  readonly required_since: number;
}

/** All tables of this capability. */
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
