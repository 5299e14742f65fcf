import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import type { AuditedChange } from '#product/people/audit';
import { Clock } from '#shared';

/** Notes in the audit log what features have changed. Settings and keys are noted by their stores. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly audit: AuditStore,
    private readonly clock: Clock,
  ) {}

  note(byUserId: number, change: Omit<AuditedChange, 'atMs' | 'byUserId'>): Promise<void> {
    return this.audit.note({ atMs: this.clock.nowMs(), byUserId, ...change });
  }
}
