import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import type { AuditedChange } from '#product/people/audit';
import { Clock } from '#shared';

/**
 * Writes changes by features to the audit log. The stores of settings and keys write their own
 * entries.
 */
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
