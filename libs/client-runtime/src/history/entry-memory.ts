import type { TypedInput } from './typed-input.ts';

/** What is remembered of one history entry. */
export interface EntryState {
  /**
   * Canonical address of the page that this document shows there: other code may have given the entry
   * another address. Absent where this document has shown nothing yet.
   */
  readonly url?: string;
  readonly x?: number;
  readonly y?: number;
  readonly typed?: TypedInput | undefined;
}

/** Browsers keep 50 entries; those of before a full load are among them. */
const MOST_ENTRIES = 100;
const STORAGE_KEY = 'errata.entries';

/** What is remembered of history entries, by their names; also over a full load of the document. */
export class EntryMemory {
  readonly #window: Window;
  readonly #entries: Map<string | undefined, EntryState>;

  constructor(window: Window) {
    this.#window = window;
    this.#entries = new Map(readStored(window));
  }

  find(entry: string | undefined): EntryState {
    return this.#entries.get(entry) ?? {};
  }

  /** Adds to what is known of an entry. */
  note(entry: string | undefined, state: EntryState): void {
    const entries = this.#entries;
    const known = this.find(entry);
    entries.delete(entry);
    // What nothing names cannot be found again.
    if (entry !== undefined) entries.set(entry, { ...known, ...state });
    if (entries.size > MOST_ENTRIES) entries.delete([...entries.keys()][0]);
  }

  /** Keeps them for the documents that follow in this tab; what this one has shown goes with it. */
  store(): void {
    const entries = [...this.#entries].map(([entry, state]) => [
      entry,
      { ...state, url: undefined },
    ]);
    try {
      this.#window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(entries));
    } catch {
      // Full, or forbidden by the visitor: then entries are remembered by this document alone.
    }
  }
}

function readStored({ sessionStorage }: Window): [string, EntryState][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, EntryState][];
  } catch {
    return [];
  }
}
