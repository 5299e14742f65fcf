import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

export interface CheckInBatch {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly nowMs: number;
}
