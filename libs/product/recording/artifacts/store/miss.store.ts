import type { MissCause } from '#shared';
import { artifactLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';

export interface CountedMiss {
  readonly miss: MissCause;
  readonly url: string;
  readonly debugId?: string;
  readonly release?: string;
  readonly dist?: string;
  readonly events: number;
  readonly lastAtMs: number;
  readonly eventId: string;
}

/**
 * Reads files without a map and how many events had each file. All methods reject with
 * `database.unavailable`.
 */
export class MissStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns at most `limit` files without a map, from a project's events of the last day. Files
   * with the most events come first.
   */
  async list(
    projectId: number,
    { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
  ): Promise<CountedMiss[]> {
    const rows = await this.#database.kysely
      .selectFrom('artifact_misses')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('last_at', '>', nowMs - artifactLimits.missesMs)
      .orderBy('events', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      miss: row.cause,
      url: row.url,
      debugId: row.debug_id ?? undefined,
      release: row.release ?? undefined,
      dist: row.dist ?? undefined,
      events: row.events,
      lastAtMs: row.last_at,
      eventId: row.event_id,
    }));
  }

  /**
   * Removes files that no event has had for more than a day. Returns true when it removed any; more
   * may be left.
   */
  async removeOld(nowMs: number): Promise<boolean> {
    const { kysely } = this.#database;
    const old = kysely
      .selectFrom('artifact_misses')
      .select('id')
      .where('last_at', '<=', nowMs - artifactLimits.missesMs)
      .limit(artifactLimits.missesRemoved);
    const { numDeletedRows } = await kysely
      .deleteFrom('artifact_misses')
      .where('id', 'in', old)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
