/**
 * The browser's history. This library stores nothing in `history.state`, which belongs to other
 * code.
 */
export interface BrowserHistory {
  /**
   * True when history entries have names, the keys of the Navigation API. Browsers without that API
   * restore scroll positions themselves.
   */
  readonly hasNames: boolean;
  /**
   * Returns the name of the current entry, which stays the same across documents. Returns the
   * address when entries have no names.
   */
  entry(): string;
  readonly address: () => string;
  /** Goes to the entry with this name. Does nothing when the entry is gone. */
  traverse(entry: string): void;
  push(address: string): void;
  replace(address: string): void;
  /**
   * Sets who restores the scroll position of this entry and of entries added after it: the browser
   * (`auto`) or this library (`manual`). Does nothing when entries have no names.
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
 * Calls `onLeave` before the current entry is left or changed, in browsers where entries have
 * names. `popstate` would be too late, because Firefox and WebKit scroll to a fragment before that
 * event.
 *
 * Calls `onTraverse` after back, forward or a link to a fragment has made another entry of this
 * document current. Calls `onForeign` when other code has added or changed an entry.
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
      // Another traversal may interrupt this one, which rejects both promises.
      void Promise.allSettled(Object.values(navigation?.traverseTo(to) ?? []));
    },
    push: (to) => change('pushState', null, to),
    replace: (to) => change('replaceState', history.state, to),
    scroll(mode) {
      if (navigation) history.scrollRestoration = mode;
    },
  };
}
