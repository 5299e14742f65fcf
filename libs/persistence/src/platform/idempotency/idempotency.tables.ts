import type { Generated } from 'kysely';

/**
 * `id` is a hash of scope, action, address and key. The answer is null until the submit is done.
 */
export interface IdempotencyKeysTable {
  readonly id: string;
  readonly fingerprint: string;
  readonly claim: string;
  readonly is_done: Generated<number>;
  readonly lease_ends_at: number;
  readonly created_at: number;
  readonly status: number | null;
  /** JSON. */
  readonly headers: string | null;
  readonly body: Buffer | null;
}

export const tables = ['idempotency_keys'] as const;

declare module '../../schema.ts' {
  interface Schema {
    readonly idempotency_keys: IdempotencyKeysTable;
  }
}
