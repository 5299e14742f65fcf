/** The browser's history of this document. Its entries' states are other code's: none of them is ours. */
export interface BrowserHistory {
  /**
   * Whether entries have names. Not in a browser without the Navigation API, which then restores scroll positions
   * itself, as well as it can.
   */
  readonly hasNames: boolean;
  /** Names the current entry, as long as it exists, in whatever document; without one, by its address. */
  entry(): string;
  /** Path, query and fragment that the address bar shows. */
  readonly address: () => string;
  /** Goes to the entry of that name, wherever the browser is by then; nowhere when it is gone. */
  traverse(entry: string): void;
  push(address: string): void;
  /** Changes the current entry's address; its state stays. */
  replace(address: string): void;
  /** Whether the browser scrolls (`auto`) this entry and those made from it, or we: where entries have names. */
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
 * `onLeave`: the current entry is about to be left or changed, where entries have names; nothing has been scrolled for
 * the next one yet. Firefox and WebKit scroll to a fragment before `popstate`.
 * `onTraverse`: another entry of this document is the current one: by back, forward, or a link to a fragment.
 * `onForeign`: other code has made or changed an entry.
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
  /** By what may have been put around it since: monitoring notes where visitors go. */
  const change = (name: 'pushState' | 'replaceState', state: unknown, to: string): void => {
    isOwn = true;
    history[name](state, '', to);
  };
  return {
    hasNames: !!navigation,
    entry: () => navigation?.currentEntry?.key ?? address(),
    address,
    traverse(to) {
      // Another one may come between, and both promises of this one fail.
      void Promise.allSettled(Object.values(navigation?.traverseTo(to) ?? []));
    },
    push: (to) => change('pushState', null, to),
    replace: (to) => change('replaceState', history.state, to),
    scroll(mode) {
      if (navigation) history.scrollRestoration = mode;
    },
  };
}
