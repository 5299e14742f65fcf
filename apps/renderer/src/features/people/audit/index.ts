export { AuditModule } from './audit.module.ts';
export { AuditTrail } from './audit-trail.ts';
