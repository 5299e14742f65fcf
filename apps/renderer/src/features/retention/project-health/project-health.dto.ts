import type { Address } from '#shared';

/** Columns that the page can be sorted by; the default is the name. */
export const healthOrders = ['name', 'events', 'users', 'issues', 'last'] as const;
export type HealthOrder = (typeof healthOrders)[number];

/** A number of the last 24 hours, and of the 24 hours before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
  /** Errata did not look at everything: it may be more. */
  readonly isAtLeast?: true;
}

/** One project's figures. */
export interface ProjectHealthRow {
  readonly name: string;
  /** Address of its issues. */
  readonly issues: Address;
  /** Address of the first of its settings that the visitor may open. */
  readonly settings?: Address;
  /** Address of the page that sets it up: where no event has come, for who may see its keys. */
  readonly start?: Address;
  readonly events: Compared;
  /** Events of each of the last seven days, oldest first. */
  readonly days: readonly number[];
  readonly users: Compared;
  readonly openIssues: number;
  /** There may be more. */
  readonly areMoreOpen?: true;
  readonly newIssues: number;
  readonly lastEventMs?: number;
  readonly room: RoomWords;
}

/** The room left, or the number of refused reports: `99 %`, `full today`, `1,204 refused`. */
export interface RoomWords {
  readonly text: string;
  /** Events are lost to a degree that somebody has to see to. */
  readonly isBad?: true;
  /** Address of where the reasons are. */
  readonly href?: Address;
}

export interface ProjectHealthProps {
  readonly nowMs: number;
  readonly order: HealthOrder;
  readonly projects: readonly ProjectHealthRow[];
  readonly mayCreate: boolean;
}
