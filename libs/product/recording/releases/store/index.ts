import { type Capability, storeOf } from '#persistence/stores';
import { createReleases } from './migrations/0005-create-releases.ts';
import { createToldReleases } from './migrations/0033-create-told-releases.ts';
import { noteReleases } from './note-releases.ts';
import { tables } from './release.tables.ts';
import { removeReleasesOfProject } from './remove-releases-of-project.ts';
import { ToldReleaseStore } from './told-release.store.ts';
import { toldTables } from './told-release.tables.ts';

/** When each project first saw its releases, and what clients tell of releases. */
export const releases = {
  tables: [...tables, ...toldTables],
  migrations: [createReleases, createToldReleases],
  stores: { toldReleases: storeOf(ToldReleaseStore) },
  recording: [noteReleases],
  projectRemoval: [removeReleasesOfProject],
} as const satisfies Capability;
