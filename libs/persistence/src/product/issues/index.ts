import { type Capability, storeOf } from '../../capability.ts';
import { IssueStore } from './issue.store.ts';
import { KyselyIssueStore } from './kysely-issue.store.ts';
import { issues as createIssues } from './migrations/0002-issues.ts';
import { issuesByProject } from './migrations/0008-issues-by-project.ts';
import { headsOfKeys } from './migrations/0025-heads-of-keys.ts';
import { keyPointers } from './migrations/0027-key-pointers.ts';
import { lookAlikes } from './migrations/0029-look-alikes.ts';
import { sealedUsers } from './migrations/0031-sealed-users.ts';
import { tables } from './issue.tables.ts';

/** Issues with their grouping keys, what those have counted, and the history of their states. */
export const issues = {
  tables,
  migrations: [createIssues, issuesByProject, headsOfKeys, keyPointers, lookAlikes, sealedUsers],
  stores: { issues: storeOf(IssueStore, KyselyIssueStore) },
} as const satisfies Capability;
