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
  readonly #entries: Map<string, EntryState>;

  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
    this.#entries = new Map(readStored(window));
  }

  find(entry: string | undefined): EntryState | undefined {
    return entry === undefined ? undefined : this.#entries.get(entry);
  }

  note(entry: string | undefined, state: EntryState): void {
    if (entry === undefined) return;
    this.#entries.delete(entry);
    this.#entries.set(entry, state);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  #toText(): string {
    // What a document has shown goes with it.
    const entries = [...this.#entries].map(([entry, { x, y, typed }]) => [entry, { x, y, typed }]);
    return JSON.stringify(entries);
  }

  /** Keeps them for the documents that follow in this tab. */
  store(): void {
    try {
      this.#window.sessionStorage.setItem(STORAGE_KEY, this.#toText());
    } catch {
      // Full, or forbidden by the visitor: then entries are remembered by this document alone.
    }
  }
}

function readStored(window: Window): [string, EntryState][] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as [string, EntryState][]) : [];
  } catch {
    return [];
  }
}
