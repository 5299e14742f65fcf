import { FakeStorage } from './fake-storage.ts';

interface Entry {
  readonly key: string;
  readonly href: string;
  readonly state: unknown;
}

interface FakeNavigation extends EventTarget {
  readonly currentEntry: { readonly key: string };
  traverseTo(key?: string): object;
}

export class FakeWindow extends EventTarget {
  readonly departures: string[] = [];
  readonly navigator = { onLine: true };
  document: unknown = {};
  readonly scrollX = 0;
  readonly innerHeight = 800;
  sessionStorage = new FakeStorage();
  localStorage = new FakeStorage();
  readonly performance = {
    type: 'navigate',
    getEntriesByType: () => [{ type: this.performance.type }],
  };
  private entries: Entry[];
  private index = 0;
  private made = 0;

  constructor(href = 'http://localhost/') {
    super();
    this.entries = [this.makeEntry(new URL(href).href, null)];
  }

  readonly location = this.makeLocation();
  readonly history = this.makeHistory();
  navigation: FakeNavigation | undefined = this.makeNavigation();

  get window(): Window {
    return this as unknown as Window;
  }

  get addresses(): string[] {
    return this.entries.map(({ href }) => href.slice(this.location.origin.length));
  }

  stop(): void {}

  go(steps: number): void {
    this.tellNavigation();
    this.index += steps;
    this.dispatchEvent(new Event('popstate'));
  }

  /**
   * Leaves the document, and returns whether the browser asks the visitor. Browsers before 2024
   * read `returnValue`.
   */
  unload(): { asks: boolean; askedBefore2024: boolean } {
    const event = new Event('beforeunload', { cancelable: true });
    Object.defineProperty(event, 'returnValue', { value: false, writable: true });
    this.dispatchEvent(event);
    return { asks: event.defaultPrevented, askedBefore2024: event.returnValue };
  }

  getComputedStyle({ display = 'block', position = 'static' }: Record<string, unknown>): unknown {
    return { display, position };
  }

  scrollTo(): void {}

  connect(isOnline: boolean): void {
    this.navigator.onLine = isOnline;
    this.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }

  private get entry(): Entry {
    return this.entries[this.index] as Entry;
  }

  private makeEntry(href: string, state: unknown): Entry {
    this.made += 1;
    return { key: `entry ${this.made}`, href, state };
  }

  private makeNavigation(): FakeNavigation {
    const getEntry = (): Entry => this.entry;
    return Object.assign(new EventTarget(), {
      currentEntry: {
        get key() {
          return getEntry().key;
        },
      },
      traverseTo: (key = '') => {
        const committed = this.traverseTo(key);
        return { committed, finished: committed.then(() => undefined) };
      },
    });
  }

  /** Browsers fire `navigate` before anything changes. */
  private tellNavigation(): void {
    this.navigation?.dispatchEvent(new Event('navigate'));
  }

  /** Browsers traverse asynchronously, and do nothing when the entry is the current one. */
  private async traverseTo(key: string): Promise<void> {
    await Promise.resolve();
    const index = this.entries.findIndex((entry) => entry.key === key);
    if (index === -1) throw new Error('InvalidStateError');
    if (index !== this.index) this.go(index - this.index);
  }

  private makeLocation(): Location {
    const url = (): URL => new URL(this.entry.href);
    const depart = (how: string) => (href?: string) =>
      void this.departures.push(`${how} ${new URL(href ?? '', this.entry.href).href}`);
    const location = {
      assign: depart('assign'),
      replace: depart('replace'),
      reload: () => void this.departures.push(`reload ${this.entry.href}`),
    };
    for (const name of ['href', 'origin', 'pathname', 'search', 'hash'] as const) {
      Object.defineProperty(location, name, { get: () => url()[name] });
    }
    return location as unknown as Location;
  }

  private makeHistory(): History {
    const getEntry = (): Entry => this.entry;
    const resolve = (to?: string | URL | null): string => new URL(to ?? '', this.entry.href).href;
    const history = {
      scrollRestoration: 'auto',
      get state() {
        return getEntry().state;
      },
      pushState: (state: unknown, _unused: string, to?: string | URL | null) => {
        this.tellNavigation();
        const entry = this.makeEntry(resolve(to), state);
        this.index += 1;
        this.entries = [...this.entries.slice(0, this.index), entry];
      },
      replaceState: (state: unknown, _unused: string, to?: string | URL | null) => {
        this.tellNavigation();
        this.entries[this.index] = { ...this.entry, href: resolve(to), state };
      },
      back: () => this.go(-1),
      forward: () => this.go(1),
    };
    return history as unknown as History;
  }
}
