import type { TabChannel } from './cache/tab-channel.ts';
import type { BrowserHistory } from './history/browser-history.ts';
import type { EntryMemory } from './history/entry-memory.ts';
import type { Navigator } from './navigation/navigator.ts';
import type { Place } from './navigation/place.ts';

export interface OutliveDocumentParts {
  readonly window: Window;
  readonly tabs: TabChannel;
  readonly place: Pick<Place, 'remember'>;
  readonly memory: Pick<EntryMemory, 'remember'>;
  readonly history: Pick<BrowserHistory, 'scroll'>;
  readonly navigator: Pick<Navigator, 'invalidate' | 'settle'>;
}

/** Keeps what is to be known when the document is left, and when the browser brings it back from its own cache. */
export function outliveDocument({
  window,
  tabs,
  place,
  memory,
  history,
  navigator,
}: OutliveDocumentParts): void {
  window.addEventListener('pagehide', () => {
    tabs.close();
    place.remember();
    memory.remember();
    // A document that is loaded anew is scrolled by the browser, sooner than we could.
    history.scroll('auto');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // It had kept the page: what changed meanwhile was not told.
    tabs.open();
    history.scroll('manual');
    navigator.settle();
    navigator.invalidate(undefined, true);
  });
}
