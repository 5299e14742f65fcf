import type { Capability } from '#persistence/stores';
import { TriageStore } from './triage.store.ts';
import { createTriage } from './migrations/0008-create-triage.ts';
import { reopenIssues } from './reopen-issues.ts';
import { resolveFixedIssues } from './resolve-fixed-issues.ts';
import { tables } from './triage.tables.ts';

export const triage = {
  tables,
  migrations: [createTriage],
  stores: {
    triage: {
      port: TriageStore,
      open: (database, { undoing }) => new TriageStore(database, undoing),
    },
  },
  recording: [reopenIssues],
  undoing: [],
  commitSteps: [resolveFixedIssues],
} as const satisfies Capability;
