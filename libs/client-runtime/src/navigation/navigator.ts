import type { Blocker } from '../blocker/blocker.ts';
import type { FoundPage, PageCache, Tags } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { Prefetch } from '../prefetch/prefetch.ts';
import { leave } from './departure.ts';
import { toPath } from './destination.ts';
import type { PageDestination } from './destination.ts';
import type { NavigationProgress } from './navigation-progress.ts';
import type { Journey } from './journey.ts';
import type { Place } from './place.ts';
import type { OutOfSight, Scene, Stage } from './stage.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';

export interface NavigatorParts {
  readonly window: Window;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly place: Place;
  readonly cache: PageCache;
  readonly journey: Journey;
  readonly code: CodeLoader;
  readonly prefetch: Pick<Prefetch, 'hold' | 'resume' | 'renew'>;
  readonly progress: NavigationProgress;
  readonly stage: Stage;
  readonly blocker: Blocker;
}

export interface GoOptions {
  readonly isReplace?: boolean | undefined;
  /** `false`: what is scrolled stays so. */
  readonly scroll?: boolean | undefined;
  /** Told to who shows progress. */
  readonly source?: unknown;
  /** An action has led there: nobody is asked. Called when it is shown, or will not be. */
  readonly onEnd?: () => void;
}

export interface Going extends GoOptions {
  /** Loads the shown page again, in its place. */
  readonly entry?: 'none';
}

/** Leads from page to page: one visit at a time, the newest, which ends in a page or in one full navigation. */
export interface Navigator {
  /** The page at an address; when it is that of the address bar, its data anew. */
  readonly go: (to: PageDestination, options?: Going) => void;
  /** Follows the browser, whose current history entry is another one. */
  traverse(): void;
  /** Follows other code, which has given the page that is shown another address. */
  follow(): void;
  /** The page that the document shows. */
  readonly shown: () => ShownPage;
  /**
   * Keys of the segments that need not be sent for the page at this address, whose code starts to be loaded.
   */
  readonly listHeld: (url: string) => string[];
  /** Has a page that is held rendered out of sight, so that it only has to be uncovered. Never rejects. */
  prepare(url: string, outOfSight: OutOfSight): Promise<void>;
  /**
   * Forgets what has one of these tags, or everything; what is shown of it is loaded again. With everything goes
   * what was typed, unless the document only `isBack` from the browser's own cache.
   */
  readonly invalidate: (tags?: Tags, isBack?: boolean) => void;
  /** Something that stays the same until the visitor goes anywhere; never, while he is on his way. */
  readonly here: () => object;
  /**
   * Shows what an action brought: the page that is shown with other data, or another one in its place or after it.
   * Without a page, what is shown is loaded again if it has been invalidated. Resolves when that is shown, or will
   * not be.
   */
  readonly receive: (page?: ShownPage, entry?: 'push') => Promise<void>;
  /** Nothing is under way any longer. */
  settle(): void;
}

/** `shown`: the page that the document shows. */
export function createNavigator(
  {
    window,
    basePath,
    place,
    cache,
    journey,
    code,
    prefetch,
    progress,
    stage,
    blocker,
  }: NavigatorParts,
  shown: ShownPage,
): Navigator {
  /** The visitor's stay on the page that is shown, and how many there have been. */
  let stay = 0;
  let stays = 0;
  /** Rendered out of sight. */
  let prepared: Pick<Scene, 'page' | 'stay'> | undefined;
  let here = {};
  /** On the way to an entry by leave of the visitor. */
  let isReturning = false;
  /** Under way: what the visitor waits for, or loads behind. */
  let current: Visit | undefined;
  /** Of what still arrives for the page that is shown. */
  let arriving: AbortController | undefined;

  const listHeld = (url: string): string[] =>
    cache.listHeld(url, shown.segments.slice(0, -1), code.prepare(url));

  const isOnline = (): boolean => window.navigator.onLine;

  /** Other code may have given the entry an address of its own. */
  const isAtEntry = ({ entry }: Visit): boolean => entry === 'traverse' || entry === 'none';

  const toHref = (visit: Visit): string =>
    window.location.origin +
    (isAtEntry(visit) ? place.address() : basePath + visit.url + visit.hash);

  /** The newest; what another has not shown yet is not shown. */
  const become = (visit?: Visit): void => {
    current?.controller.abort();
    current?.onEnd?.();
    stage.settle();
    current = visit;
  };

  const isWaiting = (): boolean => !!current && !current.isBehind;

  /** Shows a page without a word to the visitor; without one, what is shown is loaded again. */
  const renew = (page?: ShownPage, entry?: 'push', onEnd?: () => void): void => {
    const { url } = page ?? shown;
    const visit = createVisit({ url, hash: '', entry: entry ?? 'none', isBehind: !entry, onEnd });
    become(visit);
    void (page ? present(visit, { page }, true) : load(visit));
  };

  const isForgotten = (): boolean => !isWaiting() && !cache.find(shown.url, true);

  const settle = (): void => {
    become();
    progress.end();
    prefetch.resume();
  };

  const isOnPage = (url: string): boolean => toPath(url) === toPath(shown.url);

  /** The stay on the page at that address in which a visit ends; undefined: a new one. */
  const findStay = ({ entry, stay: known }: Visit, url: string): number | undefined => {
    if (entry === 'traverse' && known !== undefined) return known;
    return isOnPage(url) ? stay : undefined;
  };

  /** With other data it is another page: its state may be made of what there was. */
  const isPrepared = ({ segments }: ShownPage): boolean =>
    prepared?.page.segments.at(-1) === segments.at(-1);

  /** Whether the visitor is asked first, because something unsaved would be lost; the visit ends then. */
  const isAsked = (visit: Visit, url = visit.url): boolean => {
    const { isBehind, onEnd } = visit;
    if (isBehind || onEnd || findStay(visit, url) === stay || !blocker.isBlocking()) return false;
    const returnThere = place.back();
    const isTraversing = visit.entry === 'traverse';
    if (isTraversing && !returnThere) return false;
    if (!current?.isBehind) settle();
    blocker.ask(() => {
      isReturning = isTraversing;
      if (isTraversing) returnThere?.();
      else start(createVisit(visit));
    });
    return true;
  };

  const revalidate = (isStale?: boolean): void => {
    if (isForgotten() || (isStale && !isWaiting())) renew();
  };

  const present = async (
    visit: Visit,
    { page, isStale, isWhole = true }: Pick<FoundPage, 'page'> & Partial<FoundPage>,
    isLoaded = false,
  ): Promise<void> => {
    const { controller } = visit;
    const { signal } = controller;
    const hasCode = await code.load(page.segments);
    if (signal.aborted) return;
    if (!hasCode) {
      fail(visit);
      return;
    }
    // It may have been typed while the page was on its way.
    if (isAsked(visit, page.url)) return;
    const before = shown;
    const { entry, url, hash, isBehind } = visit;
    const isHere = isAtEntry(visit) && page.url === url;
    const ahead = isPrepared(page) ? prepared?.stay : undefined;
    const stayAt = findStay(visit, page.url) ?? ahead ?? (stays += 1);
    const address = isHere ? place.address() : basePath + page.url + hash;
    const isOther = stayAt !== stay;
    stage.show({
      page,
      address,
      stay: stayAt,
      isMove: isLoaded && isOther,
      onCommit() {
        place[stayAt === stay ? 'remember' : 'leave']();
        // React cannot take back what waits for a view transition; the stage shows again what it keeps.
        if (signal.aborted) return;
        place.enter(
          { url: page.url, stay: stayAt },
          isHere ? undefined : address,
          entry === 'push',
        );
        if (entry !== 'none') blocker.answer(false);
        cache.use(page);
        shown = page;
        stay = stayAt;
        if (isOther) here = {};
        if (stay === prepared?.stay) prepared = undefined;
        // What still arrives for what was shown is not waited for.
        if (arriving !== controller) arriving?.abort();
        arriving = controller;
        // The visitor waits for what is late.
        current = isWhole ? undefined : { ...visit, entry: 'none' };
        progress.end();
        prefetch.resume();
      },
      onShown() {
        if (signal.aborted) return;
        journey.arrive(visit, page, before, stayAt);
        visit.onEnd?.();
        // It may have been invalidated on its way; a page too large to be kept must not be for ever.
        if (!isBehind && isWhole) revalidate(isStale);
      },
    });
  };

  const start = (visit: Visit): void => {
    if (isAsked(visit)) return;
    here = {};
    become(visit);
    progress.start(toHref(visit), visit.source);
    void open(visit, prefetch.hold(visit.url));
  };

  /** `ahead`: the page's own prefetch, when it is under way. */
  const open = async (visit: Visit, ahead?: Promise<unknown>): Promise<void> => {
    if (ahead) await ahead;
    if (visit.controller.signal.aborted) return;
    const found = visit.isFresh ? undefined : cache.find(visit.url, visit.entry === 'traverse');
    if (found) void present(visit, found);
    // Not behind what is shown of it: that may wait for data which only comes with this.
    if (!found?.isWhole) await load(visit);
  };

  /**
   * No page: one full navigation; while the browser says that it is offline, another try once it no longer
   * does. Nobody waits for what is loaded behind.
   */
  const fail = (visit: Visit, href = toHref(visit)): void => {
    visit.onEnd?.();
    if (visit.isBehind) return;
    if (isOnline()) {
      // The browser tells from here on, also of a file that is saved while the page stays.
      settle();
      leave(window, href, visit.entry !== 'push');
      return;
    }
    progress.hold(href, visit.source);
    const { signal } = visit.controller;
    window.addEventListener('online', () => start(createVisit(visit)), { signal });
  };

  async function load(visit: Visit): Promise<void> {
    const { url, isFresh, isBehind } = visit;
    const { signal } = visit.controller;
    const held = listHeld(url);
    const loaded = isOnline()
      ? await journey.loadPage(url, isFresh ? [] : held, { signal, isBehind })
      : undefined;
    if (signal.aborted) return;
    // What was found may be shown by now.
    const now = current ?? visit;
    if (!loaded) fail(now);
    else if ('page' in loaded) await present(now, loaded, true);
    else if (isBehind) visit.onEnd?.();
    else {
      const to = journey.redirect(now, loaded.location, toHref(now));
      if (to.visit) start(to.visit);
      else fail(now, to.href);
    }
  }

  const follow = (): void => {
    place.enter({ url: shown.url, stay });
    stage.move(place.address());
  };

  return {
    go({ isSame, ...to }, { isReplace, ...rest } = {}) {
      blocker.answer(false);
      // Without the fragment that is shown it is another address of the same page.
      const isHere = isSame && !window.location.href.includes('#');
      const entry = isHere ? 'none' : isReplace ? 'replace' : 'push';
      start(createVisit({ entry, ...rest, ...to, isFresh: isSame }));
    },
    traverse() {
      const to = place.read();
      const { url, stay: there = stay } = to;
      if (url === shown.url && there === stay) {
        settle();
        follow();
        place.restore();
        return;
      }
      // Agreed to was another way, unless it is this one.
      if (!isReturning) blocker.answer(false);
      isReturning = false;
      start(createVisit({ ...to, entry: 'traverse' }));
    },
    follow,
    shown: () => shown,
    listHeld,
    async prepare(url, outOfSight) {
      const { page } = cache.find(url) ?? {};
      if (!page || isOnPage(url) || isPrepared(page) || !(await code.load(page.segments))) return;
      prepared = { page, stay: (stays += 1) };
      stage.prepare({ page, stay: stays, address: basePath + url }, outOfSight);
    },
    invalidate(tags, isBack) {
      cache.invalidate(tags);
      // What was typed may be another's, whoever is at the keyboard from now on.
      if (tags === undefined) {
        if (!isBack) place.forget();
        stage.forget();
      }
      prefetch.renew();
      revalidate();
    },
    // What a shown page still waits for is no way.
    here: () => (current && current.entry !== 'none' ? {} : here),
    receive: (page, entry) =>
      new Promise((onEnd) => {
        if (page || isForgotten()) renew(page, entry, onEnd);
        else onEnd();
      }),
    settle,
  };
}
