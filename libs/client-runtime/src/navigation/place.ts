import type { BrowserHistory } from '../history/browser-history.ts';
import type { EntryMemory } from '../history/entry-memory.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import { toPath } from '../address/destination.ts';

export interface PlaceParts {
  readonly window: Window;
  readonly basePath: string;
  readonly history: BrowserHistory;
  readonly memory: EntryMemory;
  readonly snapshots: SnapshotTaker;
}

interface ShownAt {
  /** Canonical, of the page. */
  readonly url: string;
  /** The visitor's stay on it; of the document's first page when left out. */
  readonly stay?: number;
  /** It has nothing of the page that could be remembered. */
  readonly isShell?: boolean | undefined;
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
  /** Nothing of what was typed is known any longer, in any entry. */
  forget(): void;
  /**
   * As the visitor left it, also in an earlier document than one that `isLoaded` just now. False when that is not
   * known, and is nobody else's affair.
   */
  restore(isLoaded?: boolean): boolean;
}

export function createPlace({ window, basePath, history, memory, snapshots }: PlaceParts): Place {
  const { location } = window;
  const { hasNames } = history;
  let entry = '';
  let isShell: boolean | undefined;

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
      return hasNames ? () => history.traverse(there) : undefined;
    },
    remember() {
      if (!isShell) memory.note(entry, { snapshot: snapshots.take() });
    },
    leave() {
      place.remember();
      snapshots.leave();
    },
    enter({ url, stay = 0, ...shown }, address = history.address(), isNew = false) {
      if (address !== history.address()) history[isNew ? 'push' : 'replace'](address);
      // The browser has gone there by itself, and scrolled what was shown before it told.
      else if (!hasNames) memory.note(entry, { snapshot: undefined });
      entry = history.entry();
      ({ isShell } = shown);
      const path = toPath(url);
      const isOther = memory.find(entry).path !== path;
      memory.note(entry, { url, stay, path, ...(isOther && { snapshot: undefined }) });
    },
    forget() {
      snapshots.drop();
      memory.forget();
    },
    restore(isLoaded) {
      // At the same address there may have been another entry in an earlier document.
      const { snapshot } = isLoaded && !hasNames ? {} : memory.find(entry);
      if (snapshot) snapshots.restore(snapshot, isLoaded);
      // Where entries have no names, the browser scrolls, too.
      return !!snapshot || !hasNames;
    },
  };
  return place;
}
