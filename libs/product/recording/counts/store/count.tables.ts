import type { Generated } from 'kysely';

export interface CountedNamesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly kind: CountedNameKind;
  readonly name: string;
}

export type CountedNameKind = 'release' | 'environment';

export interface EventCountsTable {
  readonly grouping_key_id: number;
  /** Start of the bucket; 0 for the bucket of all time. */
  readonly starts_at: number;
  /** `counted_names.id`, `UNNAMED` or `OTHER`. */
  readonly release_id: number;
  readonly environment_id: number;
  readonly events: number;
  readonly last_at: number;
}

/** Takes the place of `counted_names.id` when the events have no release or no environment. */
export const UNNAMED = 0;
/** Takes the place of `counted_names.id` when the project has too many names. */
export const OTHER = -1;

export const tables = [
  'counted_names',
  'event_minutes',
  'event_hours',
  'event_days',
  'event_totals',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly counted_names: CountedNamesTable;
    readonly event_minutes: EventCountsTable;
    readonly event_hours: EventCountsTable;
    readonly event_days: EventCountsTable;
    readonly event_totals: EventCountsTable;
  }
}
