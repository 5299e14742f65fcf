import type { Selectable } from 'kysely';
import type { Schema } from '#persistence/stores';

export const stateColumns = [
  'status',
  'status_kind',
  'status_since',
  'status_by',
  'resolved_release',
  'resolved_commit',
  'resolved_bounds',
  'mute_until',
  'mute_count',
  'mute_baseline',
  'mute_reopens_as',
  'mute_window',
] as const;

type State = Pick<Selectable<Schema['issues']>, (typeof stateColumns)[number] | 'first_seen_at'>;

/** Pages don't ask for the bounds. */
export type StateRow = Omit<State, 'resolved_bounds'> & Partial<Pick<State, 'resolved_bounds'>>;

/**
 * An issue with its new counters and its state. The transaction holds the row locked, so neither
 * can change.
 */
export interface RefreshedIssue extends StateRow {
  readonly id: number;
  readonly project_id: number;
  readonly events: number;
  readonly users: number;
  readonly last_seen_at: number;
  readonly first_release: string | null;
  readonly assignee_id: number | null;
  readonly mute_counts: string | null;
}
