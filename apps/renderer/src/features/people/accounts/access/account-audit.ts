import type { JoinedWrite } from '#persistence';

interface AccountChange {
  readonly what: string;
  readonly projectId?: number;
  readonly target?: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Port to the audit log, whose capability comes later. `AuditTrail` implements it. */
export abstract class AccountAudit {
  /** Returns what writes the lines, then runs `notice`, in the transaction of the changes. */
  abstract prepare(
    byUserId: number,
    changes: AccountChange | readonly AccountChange[],
    notice?: JoinedWrite,
  ): JoinedWrite;
}
