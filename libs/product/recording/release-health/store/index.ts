import { type Capability, storeOf } from '#persistence/stores';
import { createSessions } from './migrations/0048-create-sessions.ts';
import { createSessionReleases } from './migrations/0049-create-session-releases.ts';
import { countUnhandledErrors } from './migrations/0057-count-unhandled-errors.ts';
import { noteSessions } from './note-sessions.ts';
import { removeSessionsOfProject } from './remove-sessions-of-project.ts';
import { ReleaseHealthStore } from './release-health.store.ts';
import { ReleaseListStore } from './release-list.store.ts';
import { tables } from './session.tables.ts';

export const releaseHealth = {
  tables,
  migrations: [createSessions, createSessionReleases, countUnhandledErrors],
  stores: { releaseHealth: storeOf(ReleaseHealthStore), releaseList: storeOf(ReleaseListStore) },
  recording: [noteSessions],
  projectRemoval: [removeSessionsOfProject],
} as const satisfies Capability;
