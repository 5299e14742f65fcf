import type { Generated } from 'kysely';

export interface TokensTable {
  readonly id: Generated<number>;
  readonly hash: string;
  readonly hint: string;
  readonly name: string;
  /** Scopes with blanks between them. */
  readonly scopes: string;
  /** Null for a token of the organisation. */
  readonly user_id: number | null;
  /** Null where the operator's command made it. */
  readonly made_by: number | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
}

/** All tables of this capability. */
export const tables = ['tokens'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly tokens: TokensTable;
  }
}
