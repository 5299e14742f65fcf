import type { Kysely, Transaction } from 'kysely';
import { monitorLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { toPortableText } from '#persistence/stores';
import type { CheckIn } from '#product/recording/reports';
import type { RefusedSlug } from './monitor.types.ts';
import type { CheckInBatch } from './check-in-batch.ts';
import { findScheduleProblem } from '../rules/schedule.ts';

type Refusal = Omit<RefusedSlug, 'projectId'>;

/** Stores the latest refused slugs of each project, so that people can create monitors for them. */
export async function keepRefused({ transaction, refused }: CheckInBatch): Promise<void> {
  const newestFirst = refused.toSorted((one, other) => other.receivedAtMs - one.receivedAtMs);
  for (const projectId of new Set(refused.map((each) => each.projectId))) {
    const before = await holdLatest(transaction, projectId);
    const bySlug = new Map<string, CheckIn>();
    for (const each of newestFirst) {
      if (each.projectId === projectId && !bySlug.has(each.slug)) bySlug.set(each.slug, each);
    }
    const last = [...bySlug.values()].slice(0, monitorLimits.refusedSlugs).map(toRefusal);
    const others = before.filter(({ slug }) => !bySlug.has(slug));
    const latest = [...last, ...others].slice(0, monitorLimits.refusedSlugs);
    await transaction
      .updateTable('monitor_refusals')
      .set({ latest: toPortableText(JSON.stringify(latest)) })
      .where('project_id', '=', projectId)
      .execute();
  }
}

/** Lists slugs that were refused since `sinceMs` and still have no monitor, newest first. */
export async function listRefused(
  db: Kysely<Schema>,
  projectIds: readonly number[],
  sinceMs: number,
): Promise<RefusedSlug[]> {
  const rows = await db
    .selectFrom('monitor_refusals')
    .select(['project_id', 'latest'])
    .where('project_id', 'in', projectIds)
    .execute();
  const refused = rows.flatMap(({ project_id: projectId, latest }) =>
    readLatest(latest).map((each) => ({ ...each, projectId })),
  );
  if (refused.length === 0) return [];
  const known = await db
    .selectFrom('monitors')
    .select(['project_id', 'slug'])
    .where('project_id', 'in', projectIds)
    .where(
      'slug',
      'in',
      refused.map(({ slug }) => slug),
    )
    .execute();
  return refused
    .filter(({ atMs }) => atMs >= sinceMs)
    .filter(
      (each) => !known.some((row) => row.project_id === each.projectId && row.slug === each.slug),
    )
    .toSorted((one, other) => other.atMs - one.atMs);
}

/**
 * Reads the project's refused slugs. Locks the row until the transaction ends, so that two relays
 * do not overwrite each other's slugs.
 */
async function holdLatest(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<readonly Refusal[]> {
  const { latest } = await transaction
    .insertInto('monitor_refusals')
    .values({ project_id: projectId, latest: '[]' })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet((eb) => ({ latest: eb.ref('monitor_refusals.latest') })),
    )
    .returning('latest')
    .executeTakeFirstOrThrow();
  return readLatest(latest);
}

function toRefusal({ slug, receivedAtMs: atMs, config }: CheckIn): Refusal {
  const isUsable = config !== undefined && findScheduleProblem(config) === undefined;
  return { slug, atMs, ...(isUsable ? { config } : {}) };
}

function readLatest(latest: string): readonly Refusal[] {
  return JSON.parse(latest) as readonly Refusal[];
}
