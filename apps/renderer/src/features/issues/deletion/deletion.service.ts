import { Injectable } from '@nestjs/common';
import { DeletionStore, IssueStore } from '#persistence';
import { toShortId } from '#shared';

/** Deletes issues for good. Whether somebody may is for the caller to know. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly issues: IssueStore,
    private readonly deletions: DeletionStore,
  ) {}

  /** Resolves with what it was called, `WEB-42`; undefined when it is not there, or not any more. */
  async delete(issueId: number): Promise<string | undefined> {
    const issue = await this.issues.find(issueId);
    if (!issue || !(await this.deletions.delete(issueId))) return undefined;
    return toShortId(issue.projectSlug, issue.number);
  }
}
