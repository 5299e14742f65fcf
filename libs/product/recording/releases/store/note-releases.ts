import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks, compareText, toPortableText } from '#persistence/stores';
import { toOccurredAt, recordingLimits } from '#product/recording/reports';
import type { NameIds } from '#product/recording/counts';
import type { RecordingStep } from '#product/recording/steps';
import type { GroupedEvent } from '#product/recording/reports';

/**
 * Stores when the first event of each release occurred. Each project costs one read. Only releases
 * that are new, or have an event earlier than known, are written. Releases are left out that a key
 * brings beyond its allowance, because they would push out those of the project.
 */
export const noteReleases: RecordingStep = {
  locks: 'issues',
  async run({ transaction, events, names }) {
    const byProject = listReleases([...events.keys()], names);
    for (const [projectId, seen] of [...byProject].toSorted(([a], [b]) => a - b)) {
      const known = await findFirstSeen(transaction, projectId, [...seen.keys()]);
      const rows = [...seen]
        .filter(([release, seenAtMs]) => seenAtMs < (known.get(release) ?? Infinity))
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([release, first_seen_at]) => ({ project_id: projectId, release, first_seen_at }));
      if (rows.length === 0) continue;
      await writeReleases(transaction, rows);
      await dropOldReleases(transaction, projectId);
    }
  },
};

function listReleases(
  events: readonly GroupedEvent[],
  names: NameIds,
): Map<number, Map<string, number>> {
  const byProject = new Map<number, Map<string, number>>();
  for (const grouped of events) {
    const { event } = grouped;
    if (event.release === undefined) continue;
    if (names.isHeldBack(event.projectId, 'release', event.release)) continue;
    const seen = byProject.get(event.projectId) ?? new Map<string, number>();
    byProject.set(event.projectId, seen);
    const release = toPortableText(event.release);
    seen.set(release, Math.min(seen.get(release) ?? Infinity, toOccurredAt(grouped)));
  }
  return byProject;
}

/**
 * Returns when the project first saw each of `releases`. Releases that it has never seen are
 * missing.
 */
export async function findFirstSeen(
  transaction: Transaction<Schema>,
  projectId: number,
  releases: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await inChunks(releases, (chunk) =>
    transaction
      .selectFrom('releases')
      .select(['release', 'first_seen_at'])
      .where('project_id', '=', projectId)
      .where('release', 'in', chunk)
      .execute(),
  );
  return new Map(rows.map((row) => [row.release, row.first_seen_at]));
}

/**
 * Expects sorted rows, because processes that lock the same rows in different orders could
 * deadlock.
 */
async function writeReleases(
  transaction: Transaction<Schema>,
  rows: readonly { project_id: number; release: string; first_seen_at: number }[],
): Promise<void> {
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('releases')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'release'])
          .doUpdateSet({ first_seen_at: sql<number>`excluded.first_seen_at` })
          .where(sql<boolean>`excluded.first_seen_at < releases.first_seen_at`),
      )
      .execute(),
  );
}

/**
 * Drops the releases beyond the limit that were first seen longest ago. A dropped release that is
 * seen again counts as new. Such a release may wrongly reopen an issue, but never hides a
 * regression.
 */
async function dropOldReleases(transaction: Transaction<Schema>, projectId: number): Promise<void> {
  await transaction
    .deleteFrom('releases')
    .where('project_id', '=', projectId)
    .where('first_seen_at', '<', (expressions) =>
      expressions
        .selectFrom('releases')
        .select('first_seen_at')
        .where('project_id', '=', projectId)
        .orderBy('first_seen_at', 'desc')
        .offset(recordingLimits.releasesPerProject - 1)
        .limit(1),
    )
    .execute();
}
