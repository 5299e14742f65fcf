/** Name under which entries are marked where the browser does not name them itself. */
const MARK = 'errataEntry';

type Update = (state: unknown, unused: string, url?: string | URL | null) => void;

export interface HistoryListener {
  /** Another entry of this document is the current one: by back, forward, or a link to a fragment. */
  readonly onTraverse: () => void;
  /** Other code has made or changed an entry. */
  readonly onForeign: () => void;
}

interface NamesEntries {
  readonly currentEntry?: { readonly key: string } | null;
}

/**
 * The browser's history of this document. Entries made by other code, with any state, are entries like
 * ours; their state stays theirs.
 */
export class BrowserHistory {
  readonly #history: History;
  readonly #pushState: Update;
  readonly #replaceState: Update;

  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
    this.#history = window.history;
    this.#pushState = this.#history.pushState.bind(this.#history);
    this.#replaceState = this.#history.replaceState.bind(this.#history);
    if (this.entry === undefined) this.#replaceState(this.#mark(this.#history.state), '');
  }

  /**
   * Names the current entry, as long as it exists, in whatever document. Undefined for one that other code
   * made with a state that is no object, in a browser without the Navigation API.
   */
  get entry(): string | undefined {
    return this.#navigation?.currentEntry?.key ?? (this.#history.state as Marked)?.[MARK];
  }

  /** Path, query and fragment that the address bar shows. */
  get address(): string {
    const { pathname, search, hash } = this.#window.location;
    return pathname + search + hash;
  }

  push(address: string): void {
    this.#pushState(this.#mark(null), '', address);
  }

  /** Changes the current entry's address; its state stays. */
  replace(address: string): void {
    if (address !== this.address) this.#replaceState(this.#history.state, '', address);
  }

  /** Tells of every change that is not made here. Scrolling is left to whoever listens. Once. */
  listen({ onTraverse, onForeign }: HistoryListener): void {
    const [history, window] = [this.#history, this.#window];
    history.scrollRestoration = 'manual';
    // A document that the browser loads anew is scrolled by the browser.
    window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'));
    window.addEventListener('pageshow', () => (history.scrollRestoration = 'manual'));
    window.addEventListener('popstate', () => {
      if (this.entry === undefined) this.#replaceState(this.#mark(history.state), '');
      onTraverse();
    });
    history.pushState = (state, unused, url) => {
      this.#pushState(this.#mark(state), unused, url);
      onForeign();
    };
    history.replaceState = (state, unused, url) => {
      this.#replaceState(this.#mark(state, this.entry), unused, url);
      onForeign();
    };
  }

  get #navigation(): NamesEntries | undefined {
    return (this.#window as { readonly navigation?: NamesEntries }).navigation;
  }

  #mark(state: unknown, entry = Math.random().toString(36).slice(2)): unknown {
    const isMarkable = state === null || state === undefined || isRecord(state);
    return this.#navigation || !isMarkable ? state : { ...(state as object), [MARK]: entry };
  }
}

type Marked = { readonly [MARK]?: string } | null | undefined;

function isRecord(state: unknown): boolean {
  return Object.getPrototypeOf(state) === Object.prototype;
}
