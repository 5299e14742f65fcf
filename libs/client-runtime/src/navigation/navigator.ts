import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import { leave } from './departure.ts';
import { toDestination } from './destination.ts';
import type { PageDestination } from './destination.ts';
import type { NavigationProgress } from './navigation-progress.ts';
import type { PageLoader } from './page-loader.ts';
import type { Place } from './place.ts';
import type { Stage } from './stage.ts';
import { createVisit, MOST_REDIRECTS } from './visit.ts';
import type { Visit } from './visit.ts';

export interface NavigatorParts {
  readonly window: Window;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly place: Place;
  readonly cache: PageCache;
  readonly loader: PageLoader;
  readonly code: CodeLoader;
  readonly progress: NavigationProgress;
  readonly stage: Stage;
}

export interface GoOptions {
  readonly isReplace?: boolean;
  /** Told to who shows progress. */
  readonly source?: unknown;
}

/** Leads from page to page: one visit at a time, the newest, which ends in a page or in one full navigation. */
export class Navigator {
  readonly #parts: NavigatorParts;
  #page: ShownPage;
  /** Under way: what the visitor waits for, or loads behind. */
  #visit: Visit | undefined;
  /** Of what still arrives for the page that is shown. */
  #arriving: AbortController | undefined;

  /** `page`: what the document shows. */
  constructor(parts: NavigatorParts, page: ShownPage) {
    this.#parts = parts;
    this.#page = page;
  }

  /** The page at an address; when it is that of the address bar, its data anew. */
  go({ url, hash, isSame }: PageDestination, { isReplace = false, source }: GoOptions = {}): void {
    const entry = isReplace ? 'replace' : 'push';
    this.#start(
      createVisit({ url, hash, source, entry: isSame ? 'none' : entry, isFresh: isSame }),
    );
  }

  /** Follows the browser, whose current history entry is another one. */
  traverse(): void {
    const { place } = this.#parts;
    place.remember();
    const { url, hash } = place.read();
    if (url === this.#page.url) {
      this.settle();
      this.follow();
      place.restore();
    } else this.#start(createVisit({ url, hash, entry: 'traverse' }));
  }

  /** Follows other code, which has given the page that is shown another address. */
  follow(): void {
    const { place, stage } = this.#parts;
    place.remember();
    place.enter(this.#page);
    stage.move(place.address);
  }

  /** Loads what is shown again, without a word to the visitor. `isFresh`: all of it. */
  async refresh({ isFresh = false } = {}): Promise<void> {
    if (this.#visit && !this.#visit.isBehind) return;
    const { url } = this.#page;
    const visit = createVisit({ url, entry: 'none', isFresh, isBehind: true });
    this.#become(visit);
    await this.#load(visit);
  }

  /** Forgets what has one of these tags, or everything; what is shown of it is loaded again. */
  invalidate(tags?: readonly string[]): void {
    const { cache } = this.#parts;
    cache.invalidate(tags);
    if (!cache.find(this.#page.url, { anyAge: true })) void this.refresh();
  }

  /** Nothing is under way any longer. */
  settle(): void {
    this.#become(undefined);
    this.#parts.progress.end();
  }

  #start(visit: Visit): void {
    this.#become(visit);
    this.#parts.progress.start(this.#toHref(visit), visit.source);
    const { url, entry, isFresh } = visit;
    const found = isFresh
      ? undefined
      : this.#parts.cache.find(url, { anyAge: entry === 'traverse' });
    void (found ? this.#present(visit, found.page, found.isStale) : this.#load(visit));
  }

  /** The newest; what another has not shown yet is not shown. */
  #become(visit: Visit | undefined): void {
    this.#visit?.controller.abort();
    this.#parts.stage.keep();
    this.#visit = visit;
  }

  async #load(visit: Visit): Promise<void> {
    const { window, progress, code, cache, loader } = this.#parts;
    const { url, isFresh, isBehind } = visit;
    const { signal } = visit.controller;
    if (!window.navigator.onLine) {
      // What is shown already is asked for again with the next visit.
      if (isBehind) return;
      progress.hold(this.#toHref(visit), visit.source);
      const goOn = (): void => this.#start(createVisit(visit));
      window.addEventListener('online', goOn, { once: true, signal });
      return;
    }
    code.anticipate(url);
    const held = isFresh
      ? []
      : cache.listFresh(url, isBehind ? [] : this.#page.segments.slice(0, -1));
    const loaded = await loader.load(url, held, signal);
    if (signal.aborted) return;
    if (!loaded) this.#fail(visit);
    else if ('page' in loaded) await this.#present(visit, loaded.page);
    else if (!isBehind) this.#redirect(visit, loaded.location);
  }

  /** Nothing came that could be read. */
  #fail(visit: Visit): void {
    if (!this.#parts.window.navigator.onLine) void this.#load(visit);
    else this.#leave(visit, this.#toHref(visit));
  }

  #redirect(visit: Visit, location: string): void {
    const to = toDestination(location, this.#toHref(visit), this.#parts.basePath);
    const redirects = visit.redirects + 1;
    if (to.kind === 'page' && redirects <= MOST_REDIRECTS) {
      const { url, hash } = to;
      this.#start(createVisit({ ...visit, url, hash: hash || visit.hash, redirects }));
    } else this.#leave(visit, to.kind === 'elsewhere' ? to.href : this.#toHref(visit));
  }

  async #present(visit: Visit, page: ShownPage, isStale = false): Promise<void> {
    const { code, place, stage } = this.#parts;
    const hasCode = await code.load(page.segments);
    if (visit.controller.signal.aborted) return;
    if (!hasCode) {
      this.#leave(visit, this.#toHref(visit));
      return;
    }
    const before = this.#page;
    const address = this.#toAddress(visit, page);
    stage.show({
      page,
      address,
      onLeave: () => place.remember(),
      onCommit: () => {
        place.take(visit.entry, address);
        place.enter(page);
        this.#shown(visit, page);
      },
      onShown: () => {
        place.arrive(visit, page, before);
        if (isStale) void this.refresh();
      },
    });
  }

  /** What still arrives for what was shown is not waited for. */
  #shown({ controller }: Visit, page: ShownPage): void {
    this.#page = page;
    this.#arriving?.abort();
    this.#arriving = controller;
    this.#visit = undefined;
    this.#parts.progress.end();
  }

  #leave({ entry, isBehind }: Visit, href: string): void {
    if (!isBehind) leave(this.#parts.window, href, entry !== 'push');
  }

  /** Other code may have given the entry an address of its own. */
  #toAddress({ entry, url, hash }: Visit, page: ShownPage): string {
    const { place, basePath } = this.#parts;
    const isHere = (entry === 'traverse' || entry === 'none') && page.url === url;
    return isHere ? place.address : basePath + page.url + hash;
  }

  #toHref({ entry, url, hash }: Visit): string {
    const { place, basePath, window } = this.#parts;
    const address = entry === 'traverse' ? place.address : basePath + url + hash;
    return window.location.origin + address;
  }
}
