import type { MissCause } from '#shared';
import { artifactLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';

/** A file that ran and has no map, with how many events met that. */
export interface CountedMiss {
  readonly miss: MissCause;
  readonly url: string;
  readonly debugId?: string;
  readonly release?: string;
  readonly dist?: string;
  readonly events: number;
  readonly lastAtMs: number;
  /** Id of the last event. */
  readonly eventId: string;
}

/** Counts files without a map. Every method rejects with `database.unavailable`. */
export class MissStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Lists the files of a project's last day, those with the most events first, at most `limit`. */
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
      ...(row.debug_id === null ? {} : { debugId: row.debug_id }),
      ...(row.release === null ? {} : { release: row.release }),
      ...(row.dist === null ? {} : { dist: row.dist }),
      events: row.events,
      lastAtMs: row.last_at,
      eventId: row.event_id,
    }));
  }

  /** Removes those of more than a day ago. Resolves with whether there was one: there may be more. */
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
