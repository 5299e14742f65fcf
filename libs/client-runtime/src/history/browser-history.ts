/** The browser's history of this document. Its entries' states are other code's: none of them is ours. */
export interface BrowserHistory {
  /**
   * Names the current entry, as long as it exists, in whatever document. Undefined in a browser without the
   * Navigation API, which then restores scroll positions itself, as well as it can.
   */
  entry(): string | undefined;
  /** Path, query and fragment that the address bar shows. */
  readonly address: () => string;
  /** Goes to the entry of that name, wherever the browser is by then; nowhere when it is gone. */
  traverse(entry: string | undefined): void;
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
  };
}

/**
 * `onTraverse`: another entry of this document is the current one: by back, forward, or a link to a fragment.
 * `onForeign`: other code has made or changed an entry.
 */
export function createBrowserHistory(
  window: Window,
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
  const address = (): string => location.pathname + location.search + location.hash;
  /** By what may have been put around it since: monitoring notes where visitors go. */
  const change = (name: 'pushState' | 'replaceState', state: unknown, to: string): void => {
    isOwn = true;
    history[name](state, '', to);
  };
  return {
    entry: () => navigation?.currentEntry?.key,
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
