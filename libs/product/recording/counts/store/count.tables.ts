import type { Generated } from 'kysely';

export interface CountedNamesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly kind: CountedNameKind;
  readonly name: string;
}

export type CountedNameKind = 'release' | 'environment';

/** A pair is a release and an environment that share sessions, by their ids (`7 12`). */
export type BoundedKind = CountedNameKind | 'pair';

/**
 * How often each name was met on a day, counted or waiting for a place, up to
 * `recordingLimits.rankedPerDay`.
 */
export interface NameDaysTable {
  readonly project_id: number;
  readonly kind: CountedNameKind;
  readonly name: string;
  readonly starts_at: number;
  readonly events: number;
}

/** Number of new names that a key brought in an hour, or of new pairs on a day. */
export interface NameHoursTable {
  readonly project_id: number;
  readonly kind: BoundedKind;
  readonly starts_at: number;
  readonly public_key: string;
  readonly made: number;
  /** When an event or a session was last recorded that counts as other. */
  readonly other_at: number | null;
}

/** Names that people and tokens named. They get a place with their first event, and keep it. */
export interface ToldNamesTable {
  readonly project_id: number;
  readonly kind: CountedNameKind;
  readonly name: string;
  readonly told_at: number;
}

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
/**
 * Takes the place of `counted_names.id` when the name has no place. Ids of names that lost their
 * place mean the same: nobody has their name any more.
 */
export const OTHER = -1;

export const tables = [
  'counted_names',
  'event_minutes',
  'event_hours',
  'event_days',
  'event_totals',
  'name_days',
  'name_hours',
  'told_names',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly counted_names: CountedNamesTable;
    readonly event_minutes: EventCountsTable;
    readonly event_hours: EventCountsTable;
    readonly event_days: EventCountsTable;
    readonly event_totals: EventCountsTable;
    readonly name_days: NameDaysTable;
    readonly name_hours: NameHoursTable;
    readonly told_names: ToldNamesTable;
  }
}
