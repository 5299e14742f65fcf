import type { Generated } from 'kysely';
import type { Role } from '#product/people/accounts/rules';

export interface SignInProvidersTable {
  readonly id: Generated<number>;
  readonly slug: string;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Encrypted; `seal` is the random id that decryption needs. */
  readonly client_secret: Uint8Array;
  readonly seal: string;
  readonly domains: string;
  readonly groups_claim: string;
  readonly trusts_addresses: number;
  readonly session_days: number;
}

export interface ProviderGroupsTable {
  readonly id: Generated<number>;
  /** 0 for the provider that the environment configures. */
  readonly provider_id: number;
  readonly group_name: string;
  readonly role: Role;
  /** JSON list of ids; null for all projects. */
  readonly projects: string | null;
}

export interface IdentitiesTable {
  readonly issuer: string;
  readonly subject: string;
  readonly user_id: number;
  readonly linked_at: number;
  readonly groups: string;
  /** Null until the first sign-in after the link was made by an older version. */
  readonly address: string | null;
}

/** A session that a provider opened, and how the provider is asked about it again. */
export interface VouchedSessionsTable {
  readonly session_id: number;
  /** 0 for the provider that the environment configures. */
  readonly provider_id: number;
  readonly issuer: string;
  readonly subject: string;
  /** Encrypted under the id of the session. Null when the browser has to ask the provider. */
  readonly refresh_token: Uint8Array | null;
  readonly checked_at: number;
  /** Time of the first request after a check became due; null while none is due. */
  readonly due_since: number | null;
  readonly tried_at: number | null;
}

export interface PasswordRuleTable {
  /**
   * Always 1, because the table has at most one row. No row means that everybody may sign in with a
   * password.
   */
  readonly id: number;
  readonly off_since: number;
  readonly owner_id: number;
}

export const tables = [
  'sign_in_providers',
  'provider_groups',
  'identities',
  'vouched_sessions',
  'password_rule',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly sign_in_providers: SignInProvidersTable;
    readonly provider_groups: ProviderGroupsTable;
    readonly identities: IdentitiesTable;
    readonly vouched_sessions: VouchedSessionsTable;
    readonly password_rule: PasswordRuleTable;
  }
}
