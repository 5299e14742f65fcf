import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { AuditStore } from '#product/people/audit';
import type { AuditedChange } from '#product/people/audit';
import { Clock } from '#shared';
import type { Access, AccountAudit } from '../accounts/index.ts';

type Change = Omit<AuditedChange, 'atMs' | 'byUserId'>;

interface ChangeOfProgram extends Pick<AuditedChange, 'what' | 'target'> {
  readonly projectIds: readonly number[];
  readonly to?: object;
}

/** Reads and links: their lines tell of no changed row, so no transaction joins them. */
type LineAlone =
  | 'failed-reports.downloaded'
  | 'person-data.exported'
  | 'person-data.searched'
  | 'person.reset-link';

/**
 * Writes changes to the audit log. Changes of settings and keys do not come through this class,
 * because their stores write the entries.
 */
@Injectable()
export class AuditTrail implements AccountAudit {
  constructor(
    private readonly audit: AuditStore,
    private readonly clock: Clock,
  ) {}

  /** Writes at once. Changes take what `prepare` returns into their own transaction. */
  note(byUserId: number, change: Change & { readonly what: LineAlone }): Promise<void> {
    return this.audit.note({ atMs: this.clock.nowMs(), byUserId, ...change });
  }

  prepare(
    byUserId: number,
    changes: Change | readonly Change[],
    notice?: JoinedWrite,
  ): JoinedWrite {
    const by = { atMs: this.clock.nowMs(), byUserId };
    const entries = [changes].flat().map((change) => ({ ...by, ...change }));
    return this.audit.prepare(entries, notice);
  }

  /**
   * Prepares an entry for each project. Names the token in it, since a token of the organisation
   * stands for nobody.
   */
  prepareOfProgram(
    { user, tokenName: token = '' }: Access,
    { to, projectIds, ...change }: ChangeOfProgram,
  ): JoinedWrite {
    const by = { atMs: this.clock.nowMs(), byUserId: user?.id };
    const entry = { ...by, ...change, to: { ...to, token } };
    return this.audit.prepare(projectIds.map((projectId) => ({ ...entry, projectId })));
  }
}
