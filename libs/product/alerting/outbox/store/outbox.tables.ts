import type { Generated } from 'kysely';

export interface OutboxTable {
  readonly id: Generated<number>;
  readonly kind: string;
  /** JSON. */
  readonly body: string;
  readonly due_at: number;
  readonly lease: string | null;
  readonly lease_ends_at: number | null;
  readonly attempts: Generated<number>;
}

export const tables = ['outbox'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly outbox: OutboxTable;
  }
}
