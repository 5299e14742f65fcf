import type { RoomPosition } from './make-room.ts';

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

/**
 * Ends what projects sent, by when it was received (ADR 98). What was counted stays: issues with their heads, first and
 * last seen, numbers of events and users, history, and bars by day. Each call is one short transaction, safe to repeat, and may
 * be killed. It becomes smaller where the last one of its kind took over 25 ms. Two processes at once are harmless, and no faster.
 */
export abstract class RetentionStore {
  /**
   * Removes some events, files, stubs, failed reports, and what users said, that were received more days ago than their project keeps them.
   * Resolves with whether there was something: there may be more.
   */
  abstract removeExpired(nowMs: number): Promise<boolean>;

  /**
   * Makes some room where the budget, or a project's share of it, is used up to `retentionLimits.roomBeginsAt`; once begun, up to
   * `roomEndsAt`. The largest project first, and its oldest day: of those older than a day only the first event of each issue
   * and hour stays whole, when all are thinned that of each day, then whole days go. Resolves with where to go on,
   * undefined when there is nothing to do.
   */
  abstract makeRoom(nowMs: number, from?: RoomPosition): Promise<RoomPosition | undefined>;

  /**
   * Of the next keys after that one: removes users who were last there longer ago than the project keeps them, and
   * drops counts by the minute, hour and day that are older than such are kept. Resolves with the key to go on after,
   * undefined when there are no more.
   */
  abstract tidyKeys(nowMs: number, afterKeyId: number): Promise<number | undefined>;

  /** Of these projects. */
  abstract describe(projectIds: readonly number[], nowMs: number): Promise<RetentionState>;
}
