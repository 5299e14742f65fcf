import type { Capability } from '#persistence/stores';
import { createReleases } from './migrations/0005-create-releases.ts';
import { createToldReleases } from './migrations/0033-create-told-releases.ts';
import { linkCommitsToIssues } from './migrations/0050-link-commits-to-issues.ts';
import { noteReleases } from './note-releases.ts';
import { tables } from './release.tables.ts';
import { removeReleasesOfProject } from './remove-releases-of-project.ts';
import { ReportedReleaseStore } from './told-release.store.ts';
import { toldTables } from './told-release.tables.ts';

export const releases = {
  tables: [...tables, ...toldTables],
  migrations: [createReleases, createToldReleases, linkCommitsToIssues],
  stores: {
    reportedReleases: {
      port: ReportedReleaseStore,
      open: (database, settings) => new ReportedReleaseStore(database, settings),
    },
  },
  recording: [noteReleases],
  commitSteps: [],
  projectRemoval: [removeReleasesOfProject],
} as const satisfies Capability;
