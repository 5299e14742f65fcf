import { type Clock, retentionLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { DAY_MS, StepSize } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { findNextDay, listCrowded, makeRoom, type RoomPosition } from './make-room.ts';
import { removeExpired } from './remove-expired.ts';
import { type ProjectRetention, type RetentionState, RetentionStore } from './retention.store.ts';
import { tidyKeys } from './tidy-keys.ts';

const BECOMES = ['hourly', 'daily', 'removed'] as const;

export class KyselyRetentionStore extends RetentionStore {
  readonly #database: KyselyDatabase;
  /** Of each kind of step, since they take unlike times. */
  readonly #sizes: Readonly<Record<'age' | 'room' | 'keys', StepSize>>;

  constructor(database: KyselyDatabase, clock: Clock) {
    super();
    this.#database = database;
    this.#sizes = {
      age: new StepSize(clock),
      room: new StepSize(clock),
      keys: new StepSize(clock),
    };
  }

  override removeExpired(nowMs: number): Promise<boolean> {
    return this.#sizes.age.take((share) => removeExpired(this.#database, nowMs, share));
  }

  override makeRoom(nowMs: number, from?: RoomPosition): Promise<RoomPosition | undefined> {
    return this.#sizes.room.take((part) => makeRoom(this.#database, { nowMs, from, part }));
  }

  override tidyKeys(nowMs: number, afterKeyId: number): Promise<number | undefined> {
    return this.#sizes.keys.take((share) => tidyKeys(this.#database, { nowMs, afterKeyId, share }));
  }

  override async describe(projectIds: readonly number[], nowMs: number): Promise<RetentionState> {
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
