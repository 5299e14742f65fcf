import type { TabChannel } from './cache/tab-channel.ts';
import type { BrowserHistory } from './history/browser-history.ts';
import type { EntryMemory } from './history/entry-memory.ts';
import type { Navigator } from './navigation/navigator.ts';
import type { Place } from './navigation/place.ts';
import type { Visits } from './navigation/visits.ts';

export interface OutliveDocumentParts {
  readonly window: Window;
  readonly tabs: TabChannel;
  readonly place: Pick<Place, 'remember'>;
  readonly memory: Pick<EntryMemory, 'remember'>;
  readonly history: Pick<BrowserHistory, 'scroll'>;
  readonly visits: Pick<Visits, 'settle'>;
  readonly invalidate: Navigator['invalidate'];
}

/**
 * Stores state when the document is left, and refreshes the document when the back/forward cache
 * brings it back.
 */
export function outliveDocument({
  window,
  tabs,
  place,
  memory,
  history,
  visits,
  invalidate,
}: OutliveDocumentParts): void {
  window.addEventListener('pagehide', () => {
    tabs.close();
    place.remember();
    memory.remember();
    // The browser scrolls the next document itself, earlier than this code could.
    history.scroll('auto');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // The document missed all changes while it was in the back/forward cache.
    tabs.open();
    history.scroll('manual');
    visits.settle();
    invalidate(undefined, true);
  });
}
