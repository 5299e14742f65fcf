import type { Capability } from '#persistence/stores';
import { createReleases } from './migrations/0005-create-releases.ts';
import { noteReleases } from './note-releases.ts';
import { tables } from './release.tables.ts';

/** When each project first saw its releases. */
export const releases = {
  tables,
  migrations: [createReleases],
  stores: {},
  recording: [noteReleases],
} as const satisfies Capability;
