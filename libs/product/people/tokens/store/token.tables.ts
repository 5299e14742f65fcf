import type { Generated } from 'kysely';

export interface TokensTable {
  readonly id: Generated<number>;
  readonly hash: string;
  readonly hint: string;
  readonly name: string;
  readonly scopes: string;
  readonly user_id: number | null;
  readonly made_by: number | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  /** When the person was told that the token ends soon. */
  readonly end_told_at: number | null;
}

export const tables = ['tokens'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly tokens: TokensTable;
  }
}
