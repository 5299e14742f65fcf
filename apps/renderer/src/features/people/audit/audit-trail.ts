import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import type { AuditedChange } from '#product/people/audit';
import { Clock } from '#shared';

/**
 * Writes changes to the audit log. Changes of settings and keys do not come through this class,
 * because their stores write the entries.
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
