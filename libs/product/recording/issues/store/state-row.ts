import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { IssueState, MutedState, ReleaseBounds, ResolvedState } from '#shared';
import { stateColumns, type StateRow } from '#product/recording/steps';

/** Without the bounds of the next release, which only changes need. */
export const selectedState = [
  ...stateColumns
    .filter((column) => column !== 'resolved_bounds')
    .map((column) => `issues.${column}` as const),
  'issues.first_seen_at',
] as const;

export function toIssueState(row: StateRow): IssueState {
  const { status, status_kind: kind, status_by: by } = row;
  const sinceMs = row.status_since ?? row.first_seen_at;
  // A short path for the most common state.
  if (status === 'unresolved' && kind === 'new' && by === null) return { sinceMs, status, kind };
  const tenure = { sinceMs, ...(by === null ? {} : { byUserId: by }) };
  if (status === 'resolved') return { ...tenure, status, ...toResolution(row) };
  if (status === 'muted') {
    return { ...tenure, status, reopensAs: row.mute_reopens_as ?? 'new', ...toMute(row) };
  }
  return { ...tenure, status, kind: kind === 'regressed' ? kind : 'new' };
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function toResolution(row: StateRow): Without<ResolvedState, 'status' | 'sinceMs' | 'byUserId'> {
  const { status_kind: kind, resolved_release: release, resolved_commit: commit } = row;
  if (release === null) return { kind: 'now' };
  if (kind === 'nextRelease') return { kind, release, ...readBounds(row) };
  if (kind !== 'inRelease') return { kind: 'now' };
  return { kind, release, ...(commit === null ? {} : { commit }) };
}

/** A relay of 0.3.0 changes the release alone, while an installation is updated. */
function readBounds({ resolved_bounds: text, resolved_release: release }: StateRow) {
  const bounds = text ? (JSON.parse(text) as ReleaseBounds) : undefined;
  const isOfRelease = [bounds?.known, bounds?.oldest].some((names) =>
    names?.includes(release ?? ''),
  );
  return isOfRelease ? { bounds } : {};
}

/** Lists the releases with which those of events are compared. */
export function listResolvedReleases(row: StateRow): readonly string[] {
  if (row.resolved_release === null) return [];
  return [row.resolved_release, ...(readBounds(row).bounds?.oldest ?? [])];
}

function toMute(
  row: StateRow,
): Without<MutedState, 'status' | 'sinceMs' | 'byUserId' | 'reopensAs'> {
  const { status_kind: kind, mute_until, mute_count, mute_baseline, mute_window } = row;
  if (kind === 'time' && mute_until !== null) return { kind, untilMs: mute_until };
  if ((kind === 'events' || kind === 'users') && mute_count !== null && mute_baseline !== null) {
    const within = mute_window === null ? {} : { windowMinutes: mute_window };
    return { kind, count: mute_count, baseline: mute_baseline, ...within };
  }
  return { kind: 'forever' };
}

/**
 * Returns the columns of a state in the order of `stateColumns`. Each is cast, because PostgreSQL
 * treats uncast values as text.
 */
export function toStateValues(state: IssueState): RawBuilder<unknown>[] {
  const muted = state.status === 'muted' ? state : undefined;
  const isCount = muted?.kind === 'events' || muted?.kind === 'users';
  return [
    toText(state.status),
    toText(state.kind),
    toBigint(state.sinceMs),
    toBigint(state.byUserId),
    toText('release' in state ? state.release : undefined),
    toText('commit' in state ? state.commit : undefined),
    toText('bounds' in state ? JSON.stringify(state.bounds) : undefined),
    toBigint(muted?.kind === 'time' ? muted.untilMs : undefined),
    toBigint(isCount ? muted.count : undefined),
    toBigint(isCount ? muted.baseline : undefined),
    toText(muted?.reopensAs),
    toBigint(isCount ? muted.windowMinutes : undefined),
  ];
}

/** Assigns `status = v.column2, …` from values `v` whose first column is an issue's id. */
export const stateAssignments = sql.join(
  stateColumns.map((column, index) => sql`${sql.ref(column)} = ${sql.ref(`v.column${index + 2}`)}`),
);

function toText(value: string | undefined): RawBuilder<unknown> {
  return sql`cast(${value ?? null} as text)`;
}

function toBigint(value: number | undefined): RawBuilder<unknown> {
  return sql`cast(${value ?? null} as bigint)`;
}
