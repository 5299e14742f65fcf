import { Injectable } from '@nestjs/common';
import { DeletionStore } from '#product/retention/deletion';
import { IssueStore } from '#product/recording/issues';
import { toShortId } from '#shared';
import type { Access } from '../../../people/accounts/index.ts';

export type Deletion =
  /** What it was called: `WEB-42`. */
  | { readonly ok: true; readonly shortId: string }
  | { readonly ok: false; readonly code: 'issue.unknown' | 'issue.forbidden' };

/** Deletes issues for good, for those who may. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly issues: IssueStore,
    private readonly deletions: DeletionStore,
  ) {}

  /** An issue that is none of theirs is as unknown as one that is not there, or not any more. */
  async delete(access: Access, issueId: number): Promise<Deletion> {
    const issue = await this.issues.find(issueId);
    if (!issue || !access.can('issues.read', issue.projectId)) return UNKNOWN;
    if (!access.can('issues.delete', issue.projectId))
      return { ok: false, code: 'issue.forbidden' };
    if (!(await this.deletions.delete(issueId))) return UNKNOWN;
    return { ok: true, shortId: toShortId(issue.projectSlug, issue.number) };
  }
}

const UNKNOWN: Deletion = { ok: false, code: 'issue.unknown' };
