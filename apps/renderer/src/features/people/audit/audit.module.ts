import { Global, Module } from '@nestjs/common';
import { AccountAudit } from '../accounts/index.ts';
import { AuditTrail } from './audit-trail.ts';
import { AuditController } from './audit.controller.ts';
import { AuditService } from './audit.service.ts';

/** Global, because every feature writes to the audit log. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditService, AuditTrail, { provide: AccountAudit, useExisting: AuditTrail }],
  exports: [AccountAudit, AuditTrail],
})
export class AuditModule {}
