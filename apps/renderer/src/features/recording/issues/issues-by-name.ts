import type { Issue } from '#product/recording/issues';
import type { Access } from '../../people/accounts/index.ts';

/** Finds issues by what programs call them. */
export abstract class IssuesByName {
  /** Throws 404 when the person can see no such issue. */
  abstract getIssue(access: Access, name: string): Promise<Issue>;
}
