import type { Address } from '#shared';

export const healthOrders = ['name', 'events', 'users', 'issues', 'last'] as const;
export type HealthOrder = (typeof healthOrders)[number];

/** A count for the last 24 hours, and for the 24 hours before them. */
export interface Compared {
  readonly now: number;
  readonly before: number;
  /** Present when Errata did not look at all events. The real count may be higher. */
  readonly isAtLeast?: true;
}

export interface ProjectHealthRow {
  readonly name: string;
  readonly issues: Address;
  readonly settings?: Address;
  /**
   * Address of the set-up page. Present while no event has arrived and the visitor may see the
   * keys.
   */
  readonly start?: Address;
  readonly events: Compared;
  /** Number of events on each of the last seven days, oldest first. */
  readonly days: readonly number[];
  readonly users: Compared;
  readonly openIssues: number;
  readonly areMoreOpen?: true;
  readonly newIssues: number;
  readonly lastEventMs?: number;
  readonly room: RoomWords;
}

/** Storage left, or the number of refused reports: `99 %`, `full today`, `1,204 refused`. */
export interface RoomWords {
  readonly text: string;
  /** True when so many events are lost that somebody should investigate the loss. */
  readonly isBad?: true;
  readonly href?: Address;
}

export interface ProjectHealthProps {
  readonly nowMs: number;
  readonly order: HealthOrder;
  readonly projects: readonly ProjectHealthRow[];
  readonly mayCreate: boolean;
}
