import { type Clock, retentionLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { DAY_MS, StepSize } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { findNextDay, listCrowded, makeRoom, type RoomPosition } from './make-room.ts';
import { removeExpired } from './remove-expired.ts';
import { tidyKeys } from './tidy-keys.ts';

export interface ProjectRetention {
  readonly projectId: number;
  readonly days: number;
  /** First day in UTC of which something is stored; absent when nothing is stored. */
  readonly oldestDayMs?: number;
  readonly oldestGoesAtMs?: number;
}

export interface RetentionState {
  readonly projects: readonly ProjectRetention[];
  /** Day that the job thins or deletes next to make room. */
  readonly next?: {
    readonly projectId: number;
    readonly dayMs: number;
    readonly becomes: 'hourly' | 'daily' | 'removed';
  };
}

const BECOMES = ['hourly', 'daily', 'removed'] as const;

/**
 * Deletes what projects sent, by time of receipt. Counted things stay: issues with their titles and
 * times, numbers of events and users, history, and counts by day.
 *
 * Each call is one short transaction, safe to repeat, and may be killed. A call that takes over 25
 * ms makes the next one smaller. Two processes may run at once, but gain no speed.
 */
export class RetentionStore {
  readonly #database: KyselyDatabase;
  /** One size for each kind of step, because the kinds differ in speed. */
  readonly #sizes: Readonly<Record<'age' | 'room' | 'keys', StepSize>>;

  constructor(database: KyselyDatabase, clock: Clock) {
    this.#database = database;
    this.#sizes = {
      age: new StepSize(clock),
      room: new StepSize(clock),
      keys: new StepSize(clock),
    };
  }

  /**
   * Deletes some events, files, feedback and failed reports that are older than their project keeps
   * them. Returns false when nothing was left.
   */
  removeExpired(nowMs: number): Promise<boolean> {
    return this.#sizes.age.take((share) => removeExpired(this.#database, nowMs, share));
  }

  /**
   * Makes some room once the budget, or a project's share, is used to
   * `retentionLimits.roomBeginsAt`. Goes on until `roomEndsAt`.
   *
   * The largest project comes first, with its oldest day. Thinning keeps the first event of each
   * issue per hour; when all days are thinned, per day; after that whole days go. The last 24 hours
   * stay whole. Returns where to continue, or undefined when enough room is free.
   */
  makeRoom(nowMs: number, from?: RoomPosition): Promise<RoomPosition | undefined> {
    return this.#sizes.room.take((part) => makeRoom(this.#database, { nowMs, from, part }));
  }

  /**
   * Tidies the next keys after `afterKeyId`. Deletes users who were last seen longer ago than the
   * project keeps events, and outdated counts by minute, hour and day. Returns the key after which
   * to continue, or undefined at the end.
   */
  tidyKeys(nowMs: number, afterKeyId: number): Promise<number | undefined> {
    return this.#sizes.keys.take((share) => tidyKeys(this.#database, { nowMs, afterKeyId, share }));
  }

  async describe(projectIds: readonly number[], nowMs: number): Promise<RetentionState> {
    const { kysely } = this.#database;
    const cutoffs = await Cutoffs.read(this.#database, nowMs);
    const oldest = await this.#listOldest();
    const crowded = await listCrowded(kysely, retentionLimits.roomBeginsAt);
    const day = await findNextDay(kysely, crowded, nowMs);
    const projects = projectIds.map((projectId): ProjectRetention => {
      const [days, oldestDayMs] = [cutoffs.daysOf(projectId), oldest.get(projectId)];
      if (oldestDayMs === undefined) return { projectId, days };
      return { projectId, days, oldestDayMs, oldestGoesAtMs: oldestDayMs + days * DAY_MS };
    });
    if (!day) return { projects };
    const { projectId, startsAt: dayMs, thinned } = day;
    return { projects, next: { projectId, dayMs, becomes: BECOMES[thinned] ?? 'removed' } };
  }

  async #listOldest(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#database.kysely
      .selectFrom('storage_days')
      .select('project_id')
      .select(({ fn }) => fn.min('starts_at').as('startsAt'))
      .where('bytes', '>', 0)
      .groupBy('project_id')
      .execute();
    return new Map(rows.map(({ project_id, startsAt }) => [project_id, startsAt]));
  }
}
