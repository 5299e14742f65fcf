import type { Generated } from 'kysely';

export interface OutboxTable {
  readonly id: Generated<number>;
  readonly kind: string;
  /** JSON. */
  readonly body: string;
  readonly due_at: number;
  /** Names the claim under which somebody sends it; null before the first. */
  readonly lease: string | null;
  readonly lease_ends_at: number | null;
  /** How often it was claimed. */
  readonly attempts: Generated<number>;
}

/** All tables of this capability. */
export const tables = ['outbox'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly outbox: OutboxTable;
  }
}
