import { type Capability, storeOf } from '#persistence/stores';
import { AuditStore } from './audit.store.ts';
import { tables } from './audit.tables.ts';
import { createAudit } from './migrations/0019-create-audit.ts';

export const audit = {
  tables,
  migrations: [createAudit],
  stores: { audit: storeOf(AuditStore) },
} as const satisfies Capability;
