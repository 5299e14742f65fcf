import { type Clock, retentionLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { DAY_MS, StepSize } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { findNextDay, listCrowded, makeRoom, type RoomPosition } from './make-room.ts';
import { removeExpired } from './remove-expired.ts';
import { tidyKeys } from './tidy-keys.ts';

/** How long a project keeps what, and what of it goes next. */
export interface ProjectRetention {
  readonly projectId: number;
  readonly days: number;
  /** The first day of UTC of which something is stored; absent where nothing is. */
  readonly oldestDayMs?: number;
  /** When that day is removed by its age. */
  readonly oldestGoesAtMs?: number;
}

export interface RetentionState {
  readonly projects: readonly ProjectRetention[];
  /** The day that goes, or is thinned, at the next run of the job, because so much of the budget is used. */
  readonly next?: {
    readonly projectId: number;
    readonly dayMs: number;
    readonly becomes: 'hourly' | 'daily' | 'removed';
  };
}

const BECOMES = ['hourly', 'daily', 'removed'] as const;

/**
 * Ends what projects sent, by when it was received (ADR 98). What was counted stays: issues with their heads, first and
 * last seen, numbers of events and users, history, and bars by day. Each call is one short transaction, safe to repeat, and may
 * be killed. It becomes smaller where the last one of its kind took over 25 ms. Two processes at once are harmless, and no faster.
 */
export class RetentionStore {
  readonly #database: KyselyDatabase;
  /** Of each kind of step, since they take unlike times. */
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
   * Removes some events, files, stubs, failed reports, and what users said, that were received more days ago than their project keeps them.
   * Resolves with whether there was something: there may be more.
   */
  removeExpired(nowMs: number): Promise<boolean> {
    return this.#sizes.age.take((share) => removeExpired(this.#database, nowMs, share));
  }

  /**
   * Makes some room where the budget, or a project's share of it, is used up to `retentionLimits.roomBeginsAt`; once begun, up to
   * `roomEndsAt`. The largest project first, and its oldest day: of those older than a day only the first event of each issue
   * and hour stays whole, when all are thinned that of each day, then whole days go. Resolves with where to go on,
   * undefined when there is nothing to do.
   */
  makeRoom(nowMs: number, from?: RoomPosition): Promise<RoomPosition | undefined> {
    return this.#sizes.room.take((part) => makeRoom(this.#database, { nowMs, from, part }));
  }

  /**
   * Of the next keys after that one: removes users who were last there longer ago than the project keeps them, and
   * drops counts by the minute, hour and day that are older than such are kept. Resolves with the key to go on after,
   * undefined when there are no more.
   */
  tidyKeys(nowMs: number, afterKeyId: number): Promise<number | undefined> {
    return this.#sizes.keys.take((share) => tidyKeys(this.#database, { nowMs, afterKeyId, share }));
  }

  /** Of these projects. */
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
