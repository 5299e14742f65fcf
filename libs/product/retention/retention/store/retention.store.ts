import { retentionLimits } from '#shared';
import { countOf } from '#product/people/audit/rules';
import type { KyselyDatabase, StoreSettings, Capability } from '#persistence/stores';
import { DAY_MS, StepSize } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { findNextDay, listCrowded, makeRoom, type RoomPosition } from './make-room.ts';
import { hasExpired, removeExpired } from './remove-expired.ts';
import { tidyKeys } from './tidy-keys.ts';

export interface ProjectRetention {
  readonly projectId: number;
  readonly days: number;
  /** Start of the oldest UTC day that has stored data; absent when nothing is stored. */
  readonly oldestDayMs?: number;
  readonly oldestGoesAtMs?: number;
}

export interface RetentionState {
  readonly projects: readonly ProjectRetention[];
  readonly next?: {
    readonly projectId: number;
    readonly dayMs: number;
    readonly becomes: 'hourly' | 'daily' | 'removed';
  };
}

const LOOK_EVERY_MS = 60_000;
/** More steps than a batch of events needs when steps are smallest. */
const STEPS_AT_ONCE = 64;
const BECOMES = ['hourly', 'daily', 'removed'] as const;

/**
 * Deletes old data of projects. Issues, their history and all counts stay.
 *
 * Each call is one short transaction, which may be killed and repeated. A call that takes over 25
 * ms makes the next call smaller. Two processes may work at the same time, but this is not faster.
 */
export class RetentionStore {
  readonly #database: KyselyDatabase;
  readonly #owners: StoreSettings['fileOwners'];
  /** Step sizes by kind of step, because the kinds differ in speed. */
  readonly #sizes: Readonly<Record<'age' | 'room' | 'keys', StepSize>>;

  /** Whether old data waited for its deletion when this process looked last. */
  #isBehind = false;
  #lookedAtMs = -Infinity;
  /** Old events that `keepUp` has yet to delete. */
  #owed = 0;

  constructor(database: KyselyDatabase, { clock, fileOwners }: StoreSettings) {
    this.#database = database;
    this.#owners = fileOwners;
    this.#sizes = {
      age: new StepSize(clock),
      room: new StepSize(clock),
      keys: new StepSize(clock),
    };
  }

  /**
   * Deletes some events, files, feedback and failed reports that are older than their project's
   * retention period. Returns false when nothing was left.
   */
  async removeExpired(nowMs: number): Promise<boolean> {
    return (await this.#removeSome(nowMs)) !== undefined;
  }

  /**
   * Deletes as many old events as were recorded, if some wait, so that recording never outruns
   * retention. Otherwise looks for some once a minute. Files and feedback of the events go first; what
   * they leave undone within `STEPS_AT_ONCE`, the next call makes up for.
   */
  async keepUp(nowMs: number, recorded: number): Promise<void> {
    if (!this.#isBehind) {
      this.#owed = 0;
      if (Math.abs(nowMs - this.#lookedAtMs) < LOOK_EVERY_MS) return;
      this.#lookedAtMs = nowMs;
      this.#isBehind = await hasExpired(this.#database, nowMs, this.#owners);
    }
    this.#owed += recorded;
    const most = Math.min(STEPS_AT_ONCE, recorded);
    for (let steps = 0; this.#isBehind && this.#owed > 0 && steps < most; steps += 1) {
      this.#owed -= (await this.#removeSome(nowMs)) ?? 0;
    }
  }

  async #removeSome(nowMs: number): Promise<number | undefined> {
    const owners = this.#owners;
    const take = (share: number) => removeExpired(this.#database, { nowMs, share, owners });
    const removed = await this.#sizes.age.take(take);
    this.#isBehind = removed !== undefined;
    return removed;
  }

  /**
   * Makes some room when `retentionLimits.roomBeginsAt` of the budget, or of a project's share, is
   * used. Continues down to `roomEndsAt`.
   *
   * The oldest day of the largest project comes first. A day's first thinning keeps one event with
   * payload for each issue and hour. When all days are thinned, a second thinning keeps one for
   * each issue and day. After that, days are deleted. Data of the last 24 hours is never touched.
   *
   * Returns where to continue, or undefined when enough room is free.
   */
  makeRoom(nowMs: number, from?: RoomPosition): Promise<RoomPosition | undefined> {
    const owners = this.#owners;
    return this.#sizes.room.take((part) => makeRoom(this.#database, { nowMs, from, part, owners }));
  }

  /**
   * Tidies the next keys after `afterKeyId`. Deletes users who were last seen before the project's
   * retention period, and outdated counts by minute, hour and day. Returns the key after which to
   * continue, or undefined at the end.
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

export const retention = {
  tables: [],
  migrations: [],
  stores: {
    retention: {
      port: RetentionStore,
      open: (database, settings) => new RetentionStore(database, settings),
    },
  },
  auditTexts: {
    'settings.retention.days': ({ project, from, to }) =>
      `changed the retention of ${project} from ${from || retentionLimits.days} to ${countOf(to || String(retentionLimits.days), 'day')}`,
  },
} as const satisfies Capability;
