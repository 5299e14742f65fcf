import type { Address } from '#shared';

export const healthOrders = ['name', 'events', 'last'] as const;
export type HealthOrder = (typeof healthOrders)[number];

/** A number of the last 24 hours, and of the 24 hours before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
  /** It is more: Errata did not look at everything. */
  readonly isAtLeast?: true;
}

/** How a project is doing. */
export interface ProjectHealthRow {
  readonly name: string;
  /** Address of its issues. */
  readonly issues: Address;
  /** Address of the first of its settings that the visitor may open. */
  readonly settings?: Address;
  readonly events: Compared;
  /** Events by the hour, oldest first; the last hour is not over. */
  readonly hours: readonly number[];
  readonly users: Compared;
  readonly openIssues: number;
  readonly newIssues: number;
  readonly lastEventMs?: number;
  /** Per cent of its storage that is left; absent without a budget. */
  readonly roomLeft?: number;
  /** Reports that were refused in the last 24 hours, and where it is said why. */
  readonly refused?: { readonly reports: number; readonly href: Address };
}

export interface ProjectHealthProps {
  readonly nowMs: number;
  readonly order: HealthOrder;
  readonly projects: readonly ProjectHealthRow[];
  readonly mayCreate: boolean;
}
