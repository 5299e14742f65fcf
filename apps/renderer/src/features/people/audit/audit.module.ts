import { Global, Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.ts';
import { AuditController } from './audit.controller.ts';
import { AuditService } from './audit.service.ts';

/** Global, because every feature writes to the audit log. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditService, AuditTrail],
  exports: [AuditTrail],
})
export class AuditModule {}
