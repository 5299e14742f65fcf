import type { Generated } from 'kysely';

/** Times in every table are milliseconds since the Unix epoch. */
export interface InstallationTable {
  /** Always 1: there is one row. */
  readonly singleton: number;
  readonly id: string;
  readonly created_at: number;
}

/** A submit, by the hash of scope, action, address and key. Its answer is null until it is done. */
export interface IdempotencyKeysTable {
  readonly id: string;
  readonly fingerprint: string;
  /** Names who runs it; another one after it has been taken over. */
  readonly claim: string;
  /** 0 or 1. */
  readonly is_done: Generated<number>;
  readonly lease_ends_at: number;
  readonly created_at: number;
  readonly status: number | null;
  /** JSON. */
  readonly headers: string | null;
  readonly body: Buffer | null;
}

/** Tables of the migration set `platform`. */
export interface PlatformSchema {
  readonly installation: InstallationTable;
  readonly idempotency_keys: IdempotencyKeysTable;
}
