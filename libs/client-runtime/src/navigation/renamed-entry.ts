import type { BrowserHistory } from '../history/browser-history.ts';
import type { EntryMemory } from '../history/entry-memory.ts';
import type { Place } from './place.ts';

export interface RenamedEntryParts {
  readonly history: Pick<BrowserHistory, 'entry'>;
  readonly memory: Pick<EntryMemory, 'find' | 'note'>;
  readonly place: Pick<Place, 'restore'>;
}

/** No history entry has this name. Its path is the name of the entry that is loaded again. */
const LOADED_AGAIN = '';

/**
 * Restores what was typed when the document was loaded again by way of another origin, because
 * browsers then give the history entry another name. Returns a function to call before such a load.
 */
export function createRenamedEntry({ history, memory, place }: RenamedEntryParts): () => void {
  const entry = history.entry();
  const { snapshot, path } = memory.find(memory.find(LOADED_AGAIN).path as string);
  memory.note(LOADED_AGAIN, { path: LOADED_AGAIN });
  if (snapshot && path === memory.find(entry).path) {
    memory.note(entry, { snapshot });
    place.restore(true);
  }
  return () => memory.note(LOADED_AGAIN, { path: history.entry() });
}
