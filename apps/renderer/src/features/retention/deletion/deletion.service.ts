import { Injectable } from '@nestjs/common';
import { DeletionStore } from '#product/retention/deletion';
import { IssueStore } from '#product/recording/issues';
import { toShortId } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';

export type Deletion =
  | { readonly ok: true; readonly shortId: string }
  | { readonly ok: false; readonly code: 'issue.unknown' | 'issue.forbidden' };

@Injectable()
export class DeletionService {
  constructor(
    private readonly issues: IssueStore,
    private readonly deletions: DeletionStore,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Answers `issue.unknown` for an issue that the person cannot see, so that they cannot learn that
   * it exists.
   */
  async delete(access: Access, issueId: number): Promise<Deletion> {
    const issue = await this.issues.find(issueId);
    if (!issue || !access.can('issues.read', issue.projectId)) return UNKNOWN;
    if (!access.can('issues.delete', issue.projectId))
      return { ok: false, code: 'issue.forbidden' };
    const shortId = toShortId(issue.projectSlug, issue.number);
    const tell = this.audit.prepare(access.getSignedIn().user.id, {
      projectId: issue.projectId,
      what: 'issues.deleted-one',
      target: shortId,
      to: true,
    });
    return (await this.deletions.delete(issueId, tell)) ? { ok: true, shortId } : UNKNOWN;
  }
}

const UNKNOWN: Deletion = { ok: false, code: 'issue.unknown' };
