import { sql } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import { HOUR_MS, inTransaction, toBucketStart } from '#persistence/stores';
import type { BoundedKind } from './count.tables.ts';
import { toRankedFrom } from './name-ranks.ts';
import { settleList } from './settle-names.ts';
import { tellNames } from './tell-names.ts';
import type { ToldName } from './tell-names.ts';

const ROWS_PER_STEP = 1000;
/** Lists in which names waited within this time are settled. */
const WAITED_WITHIN_MS = 2 * HOUR_MS;

/** Names of a project that ran out: events or sessions with further names counted as others. */
export interface NameShortage {
  readonly projectId: number;
  readonly kind: BoundedKind;
  readonly lastAtMs: number;
}

/** Decides which names have a place among those by which events count. */
export class NameStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Keeps a place for names that a person or a token named. */
  async tell(told: readonly ToldName[], nowMs: number): Promise<void> {
    await inTransaction(this.#database, (transaction) => tellNames(transaction, told, nowMs));
  }

  /** Lists where names ran out since `sinceMs`. A time far ahead of now is one of a wrong clock. */
  async listShortages(
    projectIds: readonly number[],
    { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
  ): Promise<readonly NameShortage[]> {
    if (projectIds.length === 0) return [];
    const rows = await this.#database.kysely
      .selectFrom('name_hours')
      .select(({ fn }) => ['project_id', 'kind', fn.max('other_at').as('last_at')])
      .where('project_id', 'in', projectIds)
      .where('starts_at', '>=', toBucketStart(sinceMs, HOUR_MS))
      .where('other_at', '>=', sinceMs)
      .where('other_at', '<=', nowMs + HOUR_MS)
      .groupBy(['project_id', 'kind'])
      .orderBy('project_id')
      .orderBy('kind')
      .execute();
    return rows.map(({ project_id, kind, last_at }) => ({
      projectId: project_id,
      kind,
      lastAtMs: last_at ?? 0,
    }));
  }

  /** Gives names that wait with more events the places of those with the fewest. */
  async settle(nowMs: number): Promise<void> {
    const lists = await this.#database.kysely
      .selectFrom('name_hours')
      .select(['project_id', 'kind'])
      .distinct()
      .where('starts_at', '>=', nowMs - WAITED_WITHIN_MS)
      .where('other_at', 'is not', null)
      .execute();
    for (const { project_id: projectId, kind } of lists) {
      if (kind !== 'pair') await settleList(this.#database, { projectId, kind }, nowMs);
    }
  }

  /** Deletes some rows that rank no name any more. Returns true when more may remain. */
  async removeOld(nowMs: number): Promise<boolean> {
    const db = this.#database.kysely;
    const beforeMs = toRankedFrom(nowMs);
    await db.deleteFrom('name_hours').where('starts_at', '<', beforeMs).execute();
    const { rows } = await sql<{ readonly starts_at: number }>`
      delete from name_days where (project_id, kind, name, starts_at) in (
        select project_id, kind, name, starts_at from name_days
        where starts_at < ${beforeMs} limit ${ROWS_PER_STEP}
      ) returning starts_at`.execute(db);
    return rows.length >= ROWS_PER_STEP;
  }
}
