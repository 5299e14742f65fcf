import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { toPackage } from '#shared';
import type { Schema } from '#persistence/stores';
import { inChunks, compareText, groupByName, toPortableText } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import type { RecordingStep } from '#product/recording/steps';

/** A release that a project knows. */
interface ReleasesTable {
  readonly project_id: number;
  readonly release: string;
  /** `toPackage` of the release. */
  readonly package: string;
  /** When it was told, or its first event or session began, whichever was earlier. */
  readonly first_seen_at: number;
  /** 0 until an event or a session names it. */
  readonly is_seen: number;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly releases: ReleasesTable;
  }
}

/** A release in a project, and when it was told or seen. */
interface FoundRelease {
  readonly projectId: number;
  readonly release: string;
  readonly atMs: number;
}

/**
 * Stores when events and sessions of each release were first seen. Releases are left out that a key
 * brings beyond its allowance, because they would push out those of the project.
 */
export const noteReleases: RecordingStep = {
  locks: 'issues',
  async run({ transaction, named, names }) {
    const seen = named.flatMap(({ projectId, release, occurredAtMs: atMs }) =>
      release === undefined || atMs === undefined || names.isHeldBack(projectId, 'release', release)
        ? []
        : [{ projectId, release, atMs }],
    );
    await noteFirstSeen(transaction, seen, { isSeen: true });
  },
};

/**
 * Stores the earlier of what is known and what was found. Each project costs one read. Only releases
 * that are new or earlier than known are written, and those that a relay of version 0.2.0 wrote
 * without their package.
 */
export async function noteFirstSeen(
  transaction: Transaction<Schema>,
  found: readonly FoundRelease[],
  { isSeen }: { readonly isSeen: boolean },
): Promise<void> {
  const is_seen = isSeen ? 1 : 0;
  const byProject = groupByName(found, ({ projectId }) => `${projectId}`);
  for (const ofProject of [...byProject.values()].toSorted(byId)) {
    const { projectId } = ofProject[0]!;
    const times = new Map<string, number>();
    for (const { release, atMs } of ofProject) {
      const name = toPortableText(release);
      times.set(name, Math.min(times.get(name) ?? Infinity, atMs));
    }
    const known = new Map(
      (await readReleases(transaction, projectId, [...times.keys()])).map((row) => [
        row.release,
        row,
      ]),
    );
    const rows = [...times]
      .filter(([release, atMs]) => {
        const row = known.get(release);
        const isKnown = row?.package === toPackage(release);
        return !isKnown || atMs < row.first_seen_at || is_seen > row.is_seen;
      })
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([release, first_seen_at]) => ({
        project_id: projectId,
        package: toPackage(release),
        release,
        first_seen_at,
        is_seen,
      }));
    await writeReleases(transaction, rows);
    const isMore = rows.some(({ release }) => !known.has(release));
    if (isMore) await dropOldReleases(transaction, projectId);
  }
}

function byId([a]: readonly FoundRelease[], [b]: readonly FoundRelease[]): number {
  return a!.projectId - b!.projectId;
}

/**
 * Returns when the project first saw each of `releases`, or was told of it. Releases that it does
 * not know are missing.
 */
export async function findFirstSeen(
  db: Kysely<Schema>,
  projectId: number,
  releases: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await readReleases(db, projectId, releases);
  return new Map(rows.map((row) => [row.release, row.first_seen_at]));
}

function readReleases(db: Kysely<Schema>, projectId: number, releases: readonly string[]) {
  return inChunks(releases, (chunk) =>
    db
      .selectFrom('releases')
      .select(['release', 'package', 'first_seen_at', 'is_seen'])
      .where('project_id', '=', projectId)
      .where('release', 'in', chunk)
      .execute(),
  );
}

/**
 * Expects sorted rows, because processes that lock the same rows in different orders could
 * deadlock.
 */
async function writeReleases(
  transaction: Transaction<Schema>,
  rows: readonly ReleasesTable[],
): Promise<void> {
  const choose = (column: 'first_seen_at' | 'is_seen', sign: '<' | '>') => {
    const [sent, known] = [sql.ref(`excluded.${column}`), sql.ref(`releases.${column}`)];
    return sql<number>`case when ${sent} ${sql.raw(sign)} ${known} then ${sent} else ${known} end`;
  };
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('releases')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'release']).doUpdateSet({
          package: sql<string>`excluded.package`,
          first_seen_at: choose('first_seen_at', '<'),
          is_seen: choose('is_seen', '>'),
        }),
      )
      .execute(),
  );
}

/**
 * Drops the releases beyond the limit: first those that were only told, because a pipeline may tell
 * each commit, then those that were first seen longest ago. A dropped release that is seen again
 * counts as new. Such a release may wrongly reopen an issue, but never hides a regression.
 */
async function dropOldReleases(transaction: Transaction<Schema>, projectId: number): Promise<void> {
  await sql`
    delete from releases where project_id = ${projectId} and (is_seen, first_seen_at, release) < (
      select is_seen, first_seen_at, release from releases where project_id = ${projectId}
      order by is_seen desc, first_seen_at desc, release desc
      limit 1 offset ${recordingLimits.releasesPerProject - 1}
    )`.execute(transaction);
}
