import { Global, Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.ts';
import { AuditController } from './audit.controller.ts';
import { AuditService } from './audit.service.ts';

/** Who changed what, for owners. Global, because every feature changes something. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditService, AuditTrail],
  exports: [AuditTrail],
})
export class AuditModule {}
