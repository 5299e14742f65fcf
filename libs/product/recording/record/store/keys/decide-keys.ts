import { toKeyName } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import type { GroupedEvent } from '#product/recording/reports';
import type { KnownKeys } from './find-keys.ts';

export interface DecidedEvent {
  readonly grouped: GroupedEvent;
  readonly key: string;
  /**
   * Version of grouping whose key led to the event's row in `grouping_keys`. Absent when the
   * project made too many issues and the event counts under the shared key.
   */
  readonly groupingVersion?: number;
}

/**
 * The newest key of an event that counts by an older key. The newest key points to the older key's
 * row from now on.
 */
export interface NewPointer {
  readonly projectId: number;
  readonly key: string;
  readonly version: number;
  readonly to: string;
}

export interface Decisions {
  /**
   * The events that were passed in, in their order. A key that is not known still has to be made.
   */
  readonly events: readonly DecidedEvent[];
  readonly pointers: readonly NewPointer[];
}

interface Row {
  readonly key: string;
  pointers: number;
}

interface KnownKeyTarget {
  readonly row: Row;
  readonly version: number;
}

/**
 * Decides under which key each event counts. A known key has a row, or is a pointer to a row. The
 * event counts under:
 *
 * - its newest key, when that key is known;
 * - otherwise an older key, when the version of grouping that made it known is the key's own or
 *   an earlier one. The newest key becomes a pointer to that row, unless the row has too many
 *   pointers;
 * - otherwise its newest key, which becomes a new row.
 *
 * Older keys never get rows or pointers, because an older key could join new issues that the newest
 * version keeps apart. Events are decided one after another, so that each sees the keys of the
 * events before it.
 */
export function decideKeys(events: readonly GroupedEvent[], known: KnownKeys): Decisions {
  const targets = toKeyTargets(known);
  const pointers: NewPointer[] = [];
  const decided = events.map((grouped): DecidedEvent => {
    const { projectId } = grouped.event;
    const [newest, ...older] = grouped.grouping.keys;
    if (!newest) throw new TypeError('An event has no grouping key.');
    const name = toKeyName(projectId, newest.key);
    const found = targets.get(name);
    if (found) return { grouped, key: found.row.key, groupingVersion: newest.version };
    const { version } = newest;
    for (const each of older) {
      const target = targets.get(toKeyName(projectId, each.key));
      if (target === undefined || target.version > each.version) continue;
      const { row } = target;
      if (row.pointers < recordingLimits.pointersPerKey) {
        row.pointers += 1;
        targets.set(name, { row, version });
        pointers.push({ projectId, key: newest.key, version, to: row.key });
      }
      return { grouped, key: row.key, groupingVersion: each.version };
    }
    targets.set(name, { row: { key: newest.key, pointers: 0 }, version });
    return { grouped, key: newest.key, groupingVersion: version };
  });
  return { events: decided, pointers };
}

/**
 * Returns the row of each known key, by key name. Keys that lead to the same row share one object,
 * so they share its number of pointers.
 */
function toKeyTargets(known: KnownKeys): Map<string, KnownKeyTarget> {
  const byId = new Map<number, Row>();
  for (const { id, key, pointers } of known.values()) byId.set(id, { key, pointers });
  return new Map(
    [...known].map(([name, { id, version }]) => [name, { row: byId.get(id)!, version }]),
  );
}
