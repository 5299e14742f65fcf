import { type Capability, storeOf } from '../../capability.ts';
import { AuditStore } from './audit.store.ts';
import { tables } from './audit.tables.ts';
import { KyselyAuditStore } from './kysely-audit.store.ts';
import { auditLog } from './migrations/0022-audit-log.ts';

/** Who changed which setting when. */
export const audit = {
  tables,
  migrations: [auditLog],
  stores: { audit: storeOf(AuditStore, KyselyAuditStore) },
} as const satisfies Capability;
