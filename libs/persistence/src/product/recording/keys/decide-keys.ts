import { toKeyName } from '../../../statements/key-name.ts';
import { recordingLimits } from '../recording-limits.ts';
import type { GroupedEvent } from '../report.store.ts';
import type { KnownKeys } from './find-keys.ts';

/** An event with the key of the row under which it counts. */
export interface DecidedEvent {
  readonly grouped: GroupedEvent;
  readonly key: string;
  /** Which version of grouping decided; absent where none did, since the project made too many issues. */
  readonly groupingVersion?: number;
}

/** A key of an event that is to lead to another key's row. */
export interface NewPointer {
  readonly projectId: number;
  readonly key: string;
  /** The key of that row. */
  readonly to: string;
}

export interface Decisions {
  /** In the order in which they were given. Keys that are not known yet are to be made. */
  readonly events: readonly DecidedEvent[];
  readonly pointers: readonly NewPointer[];
}

interface Row {
  readonly key: string;
  pointers: number;
}

/**
 * Decides under which key each event counts: the first of its keys that is known, else its newest. The event's unknown keys
 * then lead there, too. Events are decided one after another, so that a later one knows what an earlier one made known.
 * A row to which too many keys point gets no more of them.
 */
export function decideKeys(events: readonly GroupedEvent[], known: KnownKeys): Decisions {
  const rows = toRows(known);
  const pointers: NewPointer[] = [];
  const decided = events.map((grouped): DecidedEvent => {
    const { projectId } = grouped.event;
    const { keys } = grouped.grouping;
    const deciding = keys.find(({ key }) => rows.has(toKeyName(projectId, key))) ?? keys[0];
    if (!deciding) throw new TypeError('An event has no grouping key.');
    const name = toKeyName(projectId, deciding.key);
    const row = rows.get(name) ?? { key: deciding.key, pointers: 0 };
    rows.set(name, row);
    for (const { key } of keys) {
      const other = toKeyName(projectId, key);
      if (rows.has(other) || row.pointers >= recordingLimits.pointersPerKey) continue;
      rows.set(other, row);
      row.pointers += 1;
      pointers.push({ projectId, key, to: row.key });
    }
    return { grouped, key: row.key, groupingVersion: deciding.version };
  });
  return { events: decided, pointers };
}

/** By the names of keys; those that lead to one row share it. */
function toRows(known: KnownKeys): Map<string, Row> {
  const byId = new Map<number, Row>();
  for (const { id, key, pointers } of known.values()) byId.set(id, { key, pointers });
  return new Map([...known].map(([name, { id }]) => [name, byId.get(id)!]));
}
