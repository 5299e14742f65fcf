import { type Transaction, sql } from 'kysely';
import { type Capability, storeOf, type Schema } from '#persistence/stores';
import { createSessions } from './migrations/0048-create-sessions.ts';
import { createSessionReleases } from './migrations/0049-create-session-releases.ts';
import { countUnhandledErrors } from './migrations/0057-count-unhandled-errors.ts';
import { noteSessions } from './note-sessions.ts';
import { ReleaseHealthStore } from './release-health.store.ts';
import { ReleaseListStore } from './release-list.store.ts';
import { tables } from './session.tables.ts';

const ROWS = 1000;

/** Removes some rows of the project. Returns true when it removed any. */
export async function removeSessionsOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  for (const table of ['session_hours', 'session_days'] as const) {
    const { rows } = await sql<{ readonly starts_at: number }>`
      delete from ${sql.table(table)}
      where (project_id, starts_at, release_id, environment_id) in (
        select project_id, starts_at, release_id, environment_id from ${sql.table(table)}
        where project_id = ${projectId} limit ${ROWS}
      )
      returning starts_at`.execute(transaction);
    if (rows.length > 0) return true;
  }
  const ends = await sql`
    delete from session_ends where (project_id, session_hash) in (
      select project_id, session_hash from session_ends where project_id = ${projectId} limit ${ROWS}
    )`.execute(transaction);
  return (ends.numAffectedRows ?? 0n) > 0n;
}

export const releaseHealth = {
  tables,
  migrations: [createSessions, createSessionReleases, countUnhandledErrors],
  stores: { releaseHealth: storeOf(ReleaseHealthStore), releaseList: storeOf(ReleaseListStore) },
  recording: [noteSessions],
  keptKinds: {
    session: {
      title: 'Sessions',
      stop: 'Browsers: take BrowserSession out of the integrations. Node: httpIntegration({ trackIncomingRequestsAsSessions: false }). Python: auto_session_tracking=False. Mobile and older SDKs: autoSessionTracking off.',
    },
  },
  projectRemoval: [removeSessionsOfProject],
} as const satisfies Capability;
