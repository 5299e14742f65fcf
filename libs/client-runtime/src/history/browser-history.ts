/**
 * The browser's history in this document. The states of its entries belong to other code, so this
 * library stores nothing in them.
 */
export interface BrowserHistory {
  /**
   * True when entries have names, which needs the Navigation API. A browser without it restores
   * scroll positions itself.
   */
  readonly hasNames: boolean;
  /**
   * Returns the name of the current entry, which stays the same across documents. Returns the
   * address when entries have no names.
   */
  entry(): string;
  readonly address: () => string;
  /** Goes to the named entry from any other entry. Does nothing when the entry is gone. */
  traverse(entry: string): void;
  push(address: string): void;
  replace(address: string): void;
  /**
   * Sets who scrolls this entry and those made from it: the browser (`auto`) or this library. Does
   * nothing when entries have no names.
   */
  scroll(mode: ScrollRestoration): void;
}

interface NamesEntries {
  readonly navigation?: {
    readonly currentEntry: { readonly key: string } | null;
    traverseTo(key?: string): object;
    addEventListener(type: 'navigate', listener: () => void): void;
  };
}

/**
 * Calls `onLeave` before the current entry is left or changed, when entries have names. The call
 * precedes `popstate`, because Firefox and WebKit scroll to a fragment before that event.
 *
 * Calls `onTraverse` when another entry of this document is current, after back, forward or a link
 * to a fragment. Calls `onForeign` when other code has made or changed an entry.
 */
export function createBrowserHistory(
  window: Window,
  onLeave: () => void,
  onTraverse: () => void,
  onForeign: () => void,
): BrowserHistory {
  const { history, location } = window;
  const { navigation } = window as NamesEntries;
  let isOwn = false;
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history);
    history[name] = (...change) => {
      const isForeign = !isOwn;
      isOwn = false;
      original(...change);
      if (isForeign) onForeign();
    };
  }
  window.addEventListener('popstate', onTraverse);
  navigation?.addEventListener('navigate', onLeave);
  const address = (): string => location.pathname + location.search + location.hash;
  /**
   * Calls the current methods of `history`, which monitoring may have wrapped to record
   * navigations.
   */
  const change = (name: 'pushState' | 'replaceState', state: unknown, to: string): void => {
    isOwn = true;
    history[name](state, '', to);
  };
  return {
    hasNames: !!navigation,
    entry: () => navigation?.currentEntry?.key ?? address(),
    address,
    traverse(to) {
      // Another traversal may interrupt this one and reject both of its promises.
      void Promise.allSettled(Object.values(navigation?.traverseTo(to) ?? []));
    },
    push: (to) => change('pushState', null, to),
    replace: (to) => change('replaceState', history.state, to),
    scroll(mode) {
      if (navigation) history.scrollRestoration = mode;
    },
  };
}
