import { type Capability, storeOf } from '#persistence/stores';
import { IssueStore } from './issue.store.ts';
import { createIssues } from './migrations/0003-create-issues.ts';
import { tables } from './issue.tables.ts';

/** Issues with their grouping keys, what those have counted, and the history of their states. */
export const issues = {
  tables,
  migrations: [createIssues],
  stores: { issues: storeOf(IssueStore) },
} as const satisfies Capability;
