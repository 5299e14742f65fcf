import { toKeyName } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import type { GroupedEvent } from '#product/recording/reports';
import type { KnownKeys } from './find-keys.ts';

/** An event with the key of the row under which it counts. */
export interface DecidedEvent {
  readonly grouped: GroupedEvent;
  readonly key: string;
  /** Which version of grouping decided; absent where none did, since the project made too many issues. */
  readonly groupingVersion?: number;
}

/** The newest key of an event that counts by an older one: from now on it leads there. */
export interface NewPointer {
  readonly projectId: number;
  readonly key: string;
  readonly version: number;
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

/** A key that is known: the row where it leads, and the version that made the key known. */
interface Lead {
  readonly row: Row;
  readonly version: number;
}

/**
 * Decides under which key each event counts: its newest where that is known, else one of an older version that was made
 * known while that version was the newest, else the newest, as a new key. An event that counts by an older key has its
 * newest remembered as a pointer. A row to which too many keys point gets no more of them. Older keys are never made known:
 * what the newest version tells apart in new issues, no older one joins. Events are decided one after another, so that a
 * later one knows what an earlier one made known.
 */
export function decideKeys(events: readonly GroupedEvent[], known: KnownKeys): Decisions {
  const leads = toLeads(known);
  const pointers: NewPointer[] = [];
  const decided = events.map((grouped): DecidedEvent => {
    const { projectId } = grouped.event;
    const [newest, ...older] = grouped.grouping.keys;
    if (!newest) throw new TypeError('An event has no grouping key.');
    const name = toKeyName(projectId, newest.key);
    const found = leads.get(name);
    if (found) return { grouped, key: found.row.key, groupingVersion: newest.version };
    const { version } = newest;
    for (const each of older) {
      const lead = leads.get(toKeyName(projectId, each.key));
      if (lead === undefined || lead.version > each.version) continue;
      const { row } = lead;
      if (row.pointers < recordingLimits.pointersPerKey) {
        row.pointers += 1;
        leads.set(name, { row, version });
        pointers.push({ projectId, key: newest.key, version, to: row.key });
      }
      return { grouped, key: row.key, groupingVersion: each.version };
    }
    leads.set(name, { row: { key: newest.key, pointers: 0 }, version });
    return { grouped, key: newest.key, groupingVersion: version };
  });
  return { events: decided, pointers };
}

/** By the names of keys; those that lead to one row share it. */
function toLeads(known: KnownKeys): Map<string, Lead> {
  const byId = new Map<number, Row>();
  for (const { id, key, pointers } of known.values()) byId.set(id, { key, pointers });
  return new Map(
    [...known].map(([name, { id, version }]) => [name, { row: byId.get(id)!, version }]),
  );
}
