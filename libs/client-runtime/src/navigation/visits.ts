import { leave } from '../address/departure.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import { createConsent } from './consent.ts';
import type { Consent } from './consent.ts';
import type { Course } from './course.ts';
import type { Journey } from './journey.ts';
import type { NavigationProgress } from './navigation-progress.ts';
import type { NavigatorPrefetch } from './navigator-prefetch.ts';
import type { Place } from './place.ts';
import type { PageToShow } from './show-page.ts';
import { createVisit, isAtEntry } from './visit.ts';
import type { Visit } from './visit.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface VisitsParts {
  readonly window: Window;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly where: Whereabouts;
  readonly place: Place;
  readonly blocker: Blocker;
  readonly cache: PageCache;
  readonly code: CodeLoader<Journey>;
  readonly progress: NavigationProgress;
  readonly prefetch: NavigatorPrefetch;
  readonly course: Course;
}

/** Takes each visit from the click to its end: a page, or one full navigation. */
export interface Visits extends Pick<Consent, 'traverse'> {
  /** The visitor waits for it, once he agrees to lose what is unsaved. */
  readonly start: (visit: Visit) => void;
  /** Shows a page without a word to the visitor; without one, what is shown is loaded again. */
  readonly renew: (page?: ShownPage, entry?: 'push', onEnd?: () => void) => void;
  /** Whether what is shown has been invalidated, and nobody waits for anything else. */
  readonly isForgotten: () => boolean;
  /** As the navigator's. */
  readonly listHeld: (url: string) => string[];
  /** Nothing is under way any longer. */
  readonly settle: () => void;
}

export function createVisits(parts: VisitsParts): Visits {
  const { window, basePath, where, course, place, cache, code, prefetch, progress } = parts;
  const { navigator, location } = window;
  const { isAsked, traverse } = createConsent({ ...parts, start, settle });

  const toHref = (visit: Visit): string =>
    location.origin + (isAtEntry(visit) ? place.address() : basePath + visit.url + visit.hash);

  const listHeld = (url: string): string[] =>
    cache.listHeld(url, where.page.segments.slice(0, -1), code.prepare(url));

  const isForgotten = (): boolean => !course.isWaiting() && !cache.find(where.page.url, true);

  const renew = (page?: ShownPage, entry?: 'push', onEnd?: () => void): void => {
    const { url } = page ?? where.page;
    const visit = createVisit({ url, hash: '', entry: entry ?? 'none', isBehind: !entry, onEnd });
    course.begin(visit);
    void (page ? present(visit, { page, isLoaded: true }) : load(visit));
  };

  function settle(): void {
    course.rest();
    progress.end();
    prefetch.resume();
  }

  function start(visit: Visit): void {
    if (isAsked(visit)) return;
    where.leave();
    course.begin(visit);
    progress.start(toHref(visit), visit.source);
    void open(visit, prefetch.hold(visit.url));
  }

  /** `ahead`: the page's own prefetch, when it is under way. */
  async function open(visit: Visit, ahead?: Promise<unknown>): Promise<void> {
    if (ahead) await ahead;
    if (visit.controller.signal.aborted) return;
    const found = visit.isFresh ? undefined : cache.find(visit.url, visit.entry === 'traverse');
    if (found) void present(visit, found);
    // Not behind what is shown of it: that may wait for data which only comes with this.
    if (!found?.isWhole) await load(visit);
  }

  async function load(visit: Visit): Promise<void> {
    const { url, isFresh, isBehind } = visit;
    const { signal } = visit.controller;
    const held = listHeld(url);
    const journey = navigator.onLine && (code.find() ?? (await code.load([])));
    const loaded =
      journey && (await journey.loadPage(url, isFresh ? [] : held, { signal, isBehind }));
    if (signal.aborted) return;
    // What was found may be shown by now.
    const now = course.visit() ?? visit;
    if (!journey || !loaded) fail(now);
    else if ('page' in loaded) await present(now, { ...loaded, isLoaded: true });
    else if (isBehind) course.rest();
    else {
      const to = journey.redirect(now, loaded.location, toHref(now));
      if (to.visit) start(to.visit);
      else fail(now, to.href);
    }
  }

  async function present(visit: Visit, shown: PageToShow): Promise<void> {
    const { page, isStale, isWhole = true } = shown;
    const journey = await code.load(page.segments);
    if (visit.controller.signal.aborted) return;
    if (!journey) fail(visit);
    // It may have been typed while the page was on its way.
    else if (!isAsked(visit, page.url)) {
      journey.showPage(visit, shown, () => {
        // It may have been invalidated on its way; a page too large to be kept must not be for ever.
        if (visit.isBehind || !isWhole) return;
        if (isForgotten() || (isStale && !course.isWaiting())) renew();
      });
    }
  }

  /**
   * No page: one full navigation; while the browser says that it is offline, another try once it no longer
   * does. Nobody waits for what is loaded behind.
   */
  function fail(visit: Visit, href = toHref(visit)): void {
    visit.onEnd?.();
    if (visit.isBehind) course.rest();
    else if (navigator.onLine) {
      // The browser tells from here on, also of a file that is saved while the page stays.
      settle();
      leave(window, href, visit.entry !== 'push');
    } else {
      course.hold();
      progress.hold(href, visit.source);
      const { signal } = visit.controller;
      window.addEventListener('online', () => start(createVisit(visit)), { signal });
    }
  }

  return { start, renew, isForgotten, traverse, listHeld, settle };
}
