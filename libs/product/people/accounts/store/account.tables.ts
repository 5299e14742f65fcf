import type { ProjectRole, UserState } from '../rules/roles.ts';
import type { SecondFactorKind } from '../rules/second-factor.ts';
import type { Generated } from 'kysely';
import type { SecretColumn } from '#persistence/stores';

export interface UsersTable {
  readonly id: Generated<number>;
  readonly email: string;
  readonly email_key: string | null;
  readonly name: string | null;
  readonly password_hash: SecretColumn;
  readonly is_owner: Generated<number>;
  readonly state: Generated<UserState>;
  readonly created_at: number;
}

export interface SessionsTable {
  readonly id: Generated<number>;
  readonly token_hash: SecretColumn;
  readonly user_id: number;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly expires_at: number;
  readonly user_agent: string;
  readonly address: string;
  readonly provider: string | null;
  readonly second_factor: SecondFactorKind | null;
  readonly confirmed_at: number | null;
}

export interface InvitationsTable {
  readonly id: Generated<number>;
  readonly token_hash: SecretColumn;
  readonly email: string | null;
  readonly role: ProjectRole | null;
  readonly invited_by: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly accepted_at: number | null;
  readonly accepted_by: number | null;
  readonly is_mailed_only: Generated<number>;
}

export interface InvitationProjectsTable {
  readonly invitation_id: number;
  readonly project_id: number;
}

export interface SignInAttemptsTable {
  readonly key: string;
  readonly failures: number;
  readonly held_back_until: number;
  readonly forgotten_at: number;
}

export const tables = [
  'users',
  'sessions',
  'invitations',
  'invitation_projects',
  'sign_in_attempts',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly users: UsersTable;
    readonly sessions: SessionsTable;
    readonly invitations: InvitationsTable;
    readonly invitation_projects: InvitationProjectsTable;
    readonly sign_in_attempts: SignInAttemptsTable;
  }
}
