import { mergeHeads } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import { applyHead } from '../announcer/document-head.ts';
import { focusHeading } from '../announcer/page-heading.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { quietKept } from '../history/kept-page.ts';
import type { BrowserHistory } from '../history/browser-history.ts';
import type { EntryMemory } from '../history/entry-memory.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import { toPath } from './destination.ts';
import { scrollToPage } from './scroll-to-page.ts';
import type { Visit } from './visit.ts';

export interface PlaceParts {
  readonly window: Window;
  readonly applicationName: string;
  readonly basePath: string;
  readonly history: BrowserHistory;
  readonly memory: EntryMemory;
  readonly snapshots: SnapshotTaker;
  readonly announce: Announce;
}

interface ShownAt {
  /** Canonical, of the page. */
  readonly url: string;
  /** The visitor's stay on it; of the document's first page when left out. */
  readonly stay?: number;
}

/** Where a visitor is: the history entry of the page that is shown, its scroll position and what was typed there. */
export interface Place {
  /** Path, query and fragment that the address bar shows. */
  readonly address: () => string;
  /** The page of the current history entry: path and query within the application, and fragment. */
  read(): { readonly url: string; readonly hash: string; readonly stay?: number | undefined };
  /**
   * Goes back to the entry of the page that is shown, from wherever the visitor has gone. Returns what goes there
   * again; undefined, and nothing happens, where entries have no names.
   */
  back(): (() => void) | undefined;
  /** Notes how the page that is shown is left. */
  readonly remember: () => void;
  /** The page that is shown is left for another: it may be kept, but nothing that is secret in it. */
  leave(): void;
  /** The current history entry is that of this page; with an address, a new or another one is. */
  enter(page: ShownAt, address?: string, isNew?: boolean): void;
  /** The document has the page: it is scrolled, named, announced, and its heading has the focus. */
  arrive(visit: Visit, page: ShownPage, before: ShownPage): void;
  /** As the visitor left it, if that is known; also in an earlier document than one that `isLoaded` just now. */
  restore(isLoaded?: boolean): void;
}

export function createPlace({
  window,
  applicationName,
  basePath,
  history,
  memory,
  snapshots,
  announce,
}: PlaceParts): Place {
  const { document, location } = window;
  let entry: string | undefined;

  const restore = (isLoaded?: boolean): boolean => {
    const { snapshot } = memory.find(entry);
    if (snapshot) snapshots.restore(snapshot, isLoaded);
    // Where entries have no names, the browser scrolls.
    return !!snapshot || !entry;
  };

  const place: Place = {
    address: history.address,
    read() {
      const { pathname, search, hash } = location;
      const { url = (pathname.slice(basePath.length) || '/') + search, stay } = memory.find(
        history.entry(),
      );
      return { url, hash, stay };
    },
    back() {
      const there = history.entry();
      history.traverse(entry);
      return there === undefined ? undefined : () => history.traverse(there);
    },
    remember() {
      memory.note(entry, { snapshot: snapshots.take() });
    },
    leave() {
      place.remember();
      snapshots.leave();
    },
    enter({ url, stay = 0 }, address = history.address(), isNew = false) {
      if (address !== history.address()) history[isNew ? 'push' : 'replace'](address);
      entry = history.entry();
      const path = toPath(url);
      const isOther = memory.find(entry).path !== path;
      memory.note(entry, { url, stay, path, ...(isOther && { snapshot: undefined }) });
    },
    arrive({ entry: change, hash, scroll = true }, page, before) {
      const head = mergeHeads(page, applicationName);
      applyHead(document, head);
      if (change !== 'none') {
        snapshots.settle();
        const isRestored = change === 'traverse' && restore();
        if (!isRestored && scroll) scrollToPage(window, hash);
      }
      if (page.url === before.url && page.status === before.status) return;
      quietKept(document);
      const heading = focusHeading(document);
      const isTitled = head.title !== applicationName;
      announce(isTitled ? head.title : heading || location.pathname);
    },
    restore,
  };
  return place;
}
