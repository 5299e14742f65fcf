import { type Capability, storeOf } from '#persistence/stores';
import { IssueStore } from './issue.store.ts';
import { createIssues } from './migrations/0003-create-issues.ts';
import { muteWithinWindows } from './migrations/0056-mute-within-windows.ts';
import { boundNextReleases } from './migrations/0067-bound-next-releases.ts';
import { tables } from './issue.tables.ts';
import { TracedIssueStore } from './traced-issue.store.ts';

export const issues = {
  tables,
  migrations: [createIssues, muteWithinWindows, boundNextReleases],
  stores: { issues: storeOf(IssueStore), tracedIssues: storeOf(TracedIssueStore) },
} as const satisfies Capability;
