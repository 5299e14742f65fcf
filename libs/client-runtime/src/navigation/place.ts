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
  readonly url: string;
  readonly stay?: number;
  /** True for a shell, which has no state to remember. */
  readonly isShell?: boolean | undefined;
}

/** The history entry of the shown page, with its scroll position and typed input. */
export interface Place {
  readonly address: () => string;
  read(): { readonly url: string; readonly hash: string; readonly stay?: number | undefined };
  /**
   * Goes back to the entry of the shown page. Returns the function that undoes this step. Does
   * nothing and returns undefined when entries have no names.
   */
  back(): (() => void) | undefined;
  readonly remember: () => void;
  /**
   * Stores the state of the shown page. Empties its secret fields, because the page may stay hidden
   * in the document.
   */
  leave(): void;
  /**
   * Ties the page to the current history entry. `address` changes the entry's address, or adds an
   * entry when `isNew`.
   */
  enter(page: ShownAt, address?: string, isNew?: boolean): void;
  forget(): void;
  /**
   * Restores scroll position and input. `isLoaded` is true for a new document. Returns false when
   * no state is known and the caller has to scroll.
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
    enter({ url, stay = 0, ...shown }, address = history.address(), isNew) {
      if (address !== history.address()) history[isNew ? 'push' : 'replace'](address);
      // A browser without entry names scrolls before the snapshot can be taken, so the snapshot is
      // wrong.
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
      // A snapshot that is stored by address may come from another entry of an earlier document.
      const { snapshot } = isLoaded && !hasNames ? {} : memory.find(entry);
      if (snapshot) snapshots.restore(snapshot, isLoaded);
      return !!snapshot || !hasNames;
    },
  };
  return place;
}
