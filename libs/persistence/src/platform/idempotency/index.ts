import { type Capability, storeOf } from '../../capability.ts';
import { IdempotencyStore } from './idempotency.store.ts';
import { createIdempotency } from './migrations/0002-create-idempotency.ts';
import { tables } from './idempotency.tables.ts';

export const idempotency = {
  tables,
  migrations: [createIdempotency],
  stores: { idempotency: storeOf(IdempotencyStore) },
} as const satisfies Capability;
