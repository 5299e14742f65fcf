import { type Capability, storeOf } from '#persistence/stores';
import { IssueStore } from './issue.store.ts';
import { createIssues } from './migrations/0003-create-issues.ts';
import { muteWithinWindows } from './migrations/0056-mute-within-windows.ts';
import { tables } from './issue.tables.ts';
import { TracedIssueStore } from './traced-issue.store.ts';

export const issues = {
  tables,
  migrations: [createIssues, muteWithinWindows],
  stores: { issues: storeOf(IssueStore), tracedIssues: storeOf(TracedIssueStore) },
} as const satisfies Capability;
