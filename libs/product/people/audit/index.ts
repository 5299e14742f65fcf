export { audit, AuditStore } from './store/audit.store.ts';
export type { AuditEntry, AuditedChange, AuditFilter } from './store/audit.types.ts';
export { writeAudit } from './store/write-audit.ts';
