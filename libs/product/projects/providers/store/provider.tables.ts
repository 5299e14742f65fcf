import type { Generated } from 'kysely';
import type { Role } from '#product/people/accounts/rules';

export interface SignInProvidersTable {
  readonly id: Generated<number>;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Encrypted under the name `seal`. */
  readonly client_secret: Uint8Array;
  readonly seal: string;
  /** Domains of verified addresses that may come in, as JSON. */
  readonly domains: string;
  /** Name of the claim that holds groups. */
  readonly groups_claim: string;
}

export interface ProviderGroupsTable {
  readonly id: Generated<number>;
  /** 0 for the provider of the environment. */
  readonly provider_id: number;
  readonly group_name: string;
  readonly role: Role;
  /** Ids as JSON; null for all projects. */
  readonly projects: string | null;
}

export interface IdentitiesTable {
  readonly issuer: string;
  readonly subject: string;
  readonly user_id: number;
  readonly linked_at: number;
  /** Groups of the latest sign-in, as JSON. */
  readonly groups: string;
}

export interface PasswordRuleTable {
  /** Always 1; no row while passwords are on. */
  readonly id: number;
  readonly off_since: number;
  /** The owner whose password still signs in. */
  readonly owner_id: number;
}

/** All tables of this capability. */
export const tables = [
  'sign_in_providers',
  'provider_groups',
  'identities',
  'password_rule',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly sign_in_providers: SignInProvidersTable;
    readonly provider_groups: ProviderGroupsTable;
    readonly identities: IdentitiesTable;
    readonly password_rule: PasswordRuleTable;
  }
}
