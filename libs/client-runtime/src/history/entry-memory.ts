import { runtimeLimits } from '#page-protocol';
import type { Snapshot } from './element-state.ts';
import { isContent } from './element-state.ts';
import { keep, recall } from './tab-storage.ts';

export interface EntryState {
  /**
   * Canonical address of the page that this document shows at the entry, even when other code has
   * changed the entry's address. Absent when this document has not shown the entry.
   */
  readonly url?: string | undefined;
  readonly stay?: number;
  /**
   * Path of the page to which the snapshot belongs. `location.replace()` may put another page at
   * the entry.
   */
  readonly path?: string;
  readonly snapshot?: Snapshot | undefined;
}

/** Remembers states of history entries by name, also across full loads of the document. */
export interface EntryMemory {
  find(entry: string): EntryState;
  note(entry: string, state: EntryState): void;
  /** Forgets typed and chosen values, in memory and in the tab's storage. */
  readonly forget: () => void;
  /**
   * Stores the states for later documents of this tab. Omits element states that are too large.
   * Omits addresses and stays, which belong to this document. When the storage is full, omits the
   * oldest half, and again until the rest fits.
   */
  remember(): void;
}

/** Number of remembered entries: twice as many as browsers keep for a tab. */
const MAX_ENTRIES = 100;

/** `basePath` tells the entries of two applications of one origin apart. */
export function createEntryMemory(window: Window, basePath: string): EntryMemory {
  const key = `page.entries${basePath}`;
  let entries = new Map<string, EntryState>();
  try {
    // Nothing is stored as null, which makes an empty map.
    entries = new Map(JSON.parse(recall(window, key) as string) as [string, EntryState][]);
  } catch {}
  const find = (entry: string): EntryState => entries.get(entry) ?? {};
  const memory: EntryMemory = {
    find,
    note(entry, state) {
      const known = find(entry);
      entries.delete(entry);
      entries.set(entry, { ...known, ...state });
      const [oldest = ''] = entries.keys();
      if (entries.size > MAX_ENTRIES) entries.delete(oldest);
    },
    remember() {
      let stored = [...entries];
      while (stored[0] && !keep(window, key, JSON.stringify(stored, toStored))) {
        stored = stored.slice((stored.length + 1) / 2);
      }
    },
    forget() {
      for (const [name, state] of entries) {
        const snapshot = state.snapshot?.filter(([, , each]) => !isContent(each));
        entries.set(name, { ...state, snapshot });
      }
      memory.remember();
    },
  };
  return memory;
}

function toStored(name: string, value: unknown): unknown {
  if (name === 'snapshot') {
    const states = value as Snapshot | undefined;
    return states?.filter(
      ([, , state]) => JSON.stringify(state).length <= runtimeLimits.restoredStateCharacters,
    );
  }
  return name === 'url' || name === 'stay' ? undefined : value;
}
