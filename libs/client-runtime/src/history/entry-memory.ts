import { runtimeLimits } from '#shared';
import type { Snapshot } from './element-state.ts';
import { isContent } from './element-state.ts';
import { keep, recall } from './tab-storage.ts';

/** What is remembered of one history entry. */
export interface EntryState {
  /**
   * Canonical address of the page that this document shows there: other code may have given the entry
   * another address. Absent where this document has shown nothing yet.
   */
  readonly url?: string | undefined;
  /** The visitor's stay on that page, in this document. */
  readonly stay?: number;
  /** Of that page: what is remembered is of no other, to which `location.replace()` may lead. */
  readonly path?: string;
  readonly snapshot?: Snapshot | undefined;
}

/** What is remembered of history entries, by their names; also over a full load of the document. */
export interface EntryMemory {
  find(entry: string): EntryState;
  /** Adds to what is known of an entry. */
  note(entry: string, state: EntryState): void;
  /** Forgets what was typed and chosen, here and in the tab. */
  readonly forget: () => void;
  /**
   * Keeps them for the documents that follow in this tab, but for states that are too large; what this one has shown
   * goes with it.
   */
  remember(): void;
}

/** Browsers keep 50 entries; those of before a full load are among them. */
const MOST_ENTRIES = 100;
const STORAGE_KEY = 'page.entries';

export function createEntryMemory(window: Window): EntryMemory {
  const entries = readStored(window);
  const find = (entry: string): EntryState => entries.get(entry) ?? {};
  const memory: EntryMemory = {
    find,
    note(entry, state) {
      const known = find(entry);
      entries.delete(entry);
      entries.set(entry, { ...known, ...state });
      const [oldest = ''] = entries.keys();
      if (entries.size > MOST_ENTRIES) entries.delete(oldest);
    },
    remember() {
      // Where that fails, entries are remembered by this document alone.
      keep(window, STORAGE_KEY, JSON.stringify([...entries], toStored));
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

function readStored(window: Window): Map<string, EntryState> {
  try {
    return new Map(JSON.parse(recall(window, STORAGE_KEY) ?? '[]') as [string, EntryState][]);
  } catch {
    return new Map();
  }
}

/** Of a state that is told by its name, what is kept: nothing of the page that this document shows. */
function toStored(name: string, value: unknown): unknown {
  if (name === 'snapshot') {
    const states = value as Snapshot | undefined;
    return states?.filter(
      ([, , state]) => JSON.stringify(state).length <= runtimeLimits.restoredStateCharacters,
    );
  }
  return name === 'url' || name === 'stay' ? undefined : value;
}
