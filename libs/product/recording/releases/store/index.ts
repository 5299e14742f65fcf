import type { Transaction } from 'kysely';
import { byToken, type EntryTexts, quote } from '#product/people/audit/rules';
import type { Capability, Schema } from '#persistence/stores';
import { createReleases } from './migrations/0005-create-releases.ts';
import { createToldReleases } from './migrations/0033-create-told-releases.ts';
import { linkCommitsToIssues } from './migrations/0050-link-commits-to-issues.ts';
import { tellCommitsToProjects } from './migrations/0063-tell-commits-to-projects.ts';
import { dateReleasesOnce } from './migrations/0068-date-releases-once.ts';
import { noteReleases } from './note-releases.ts';
import { ReportedReleaseStore } from './told-release.store.ts';
import { toldTables } from './told-release.tables.ts';

/** Releases deleted in one call. Each may have a thousand commits, which are deleted with it. */
const RELEASES_PER_CALL = 10;

/**
 * Deletes some of the told releases (reported by API clients) that belong to this project alone.
 * Releases that also belong to other projects stay, and lose this project when its row is deleted.
 * Returns whether any release was deleted.
 */
async function removeReleasesOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('told_releases')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('told_release_projects as own')
        .select('own.release_id')
        .where('own.project_id', '=', projectId)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('told_release_projects as other')
                .select('other.release_id')
                .whereRef('other.release_id', '=', 'own.release_id')
                .where('other.project_id', '<>', projectId),
            ),
          ),
        )
        .orderBy('own.release_id')
        .limit(RELEASES_PER_CALL),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toRelease(told: EntryTexts): string {
  const { environment } = told.after as { environment?: string };
  const place = environment === undefined ? '' : ` to ${quote(environment)}`;
  return `the release ${told.target}${place}${told.inProject}${byToken(told)}`;
}

export const releases = {
  tables: ['releases', ...toldTables],
  migrations: [
    createReleases,
    createToldReleases,
    linkCommitsToIssues,
    tellCommitsToProjects,
    dateReleasesOnce,
  ],
  stores: {
    reportedReleases: {
      port: ReportedReleaseStore,
      open: (database, settings) => new ReportedReleaseStore(database, settings),
    },
  },
  recording: [noteReleases],
  commitSteps: [],
  projectRemoval: [removeReleasesOfProject],
  auditTexts: {
    release: 'Releases',
    'release.made': (told) => `made ${toRelease(told)}`,
    'release.changed': (told) => `changed ${toRelease(told)}`,
    'release.removed': (told) => `removed ${toRelease(told)}`,
    'release.deployed': (told) => `deployed ${toRelease(told)}`,
  },
} as const satisfies Capability;
