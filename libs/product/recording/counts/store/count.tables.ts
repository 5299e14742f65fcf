import type { Generated } from 'kysely';

/** Releases and environments by which events are counted. */
export interface CountedNamesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly kind: CountedNameKind;
  readonly name: string;
}

export type CountedNameKind = 'release' | 'environment';

/** Events of a key that occurred in a bucket, by release and environment. */
export interface EventCountsTable {
  readonly grouping_key_id: number;
  /** When the bucket starts; that of all time starts at 0. */
  readonly starts_at: number;
  /** `counted_names.id`, `UNNAMED` or `OTHER`. */
  readonly release_id: number;
  readonly environment_id: number;
  readonly events: number;
  /** When the latest of them occurred. */
  readonly last_at: number;
}

/** In place of the id of a name: the events name none. */
export const UNNAMED = 0;
/** The name is not known: it was one too many for its project, or the events were counted before names were. */
export const OTHER = -1;

/** All tables of this capability. */
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
