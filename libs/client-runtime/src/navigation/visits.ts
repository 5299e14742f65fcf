import { leave } from '../address/departure.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import { createConsent } from './consent.ts';
import type { Consent } from './consent.ts';
import type { Course } from './course.ts';
import type { NavigationProgress } from './navigation-progress.ts';
import type { NavigatorPrefetch } from './navigator-prefetch.ts';
import type { Place } from './place.ts';
import { createVisit, isAtEntry } from './visit.ts';
import type { Visit } from './visit.ts';
import type { Whereabouts } from './whereabouts.ts';

/** What takes a visit from where it has begun to its page. */
export interface LeadsVisits {
  /**
   * `page`: what an action brought; without it, what is held or what the server answers. `ahead`: the page's own
   * prefetch, when it is under way.
   */
  lead(visit: Visit, page?: ShownPage, ahead?: Promise<unknown>): void;
}

export interface VisitsParts {
  readonly window: Window;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly where: Whereabouts;
  readonly place: Place;
  readonly blocker: Blocker;
  readonly cache: PageCache;
  readonly code: CodeLoader<LeadsVisits>;
  readonly progress: NavigationProgress;
  readonly prefetch: NavigatorPrefetch;
  readonly course: Course;
}

/** Begins visits, and ends those that lead to no page. */
export interface Visits extends Consent {
  /** The visitor waits for it, once he agrees to lose what is unsaved. */
  readonly start: (visit: Visit) => void;
  /** Shows a page without a word to the visitor; without one, what is shown is loaded again. */
  readonly renew: (page?: ShownPage, entry?: 'push', onEnd?: () => void) => void;
  /**
   * No page: one full navigation; while the browser says that it is offline, another try once it no longer does.
   * Nobody waits for what is loaded behind.
   */
  readonly fail: (visit: Visit, href?: string) => void;
  /** Whether what is shown has been invalidated, and nobody waits for anything else. */
  readonly isForgotten: () => boolean;
  /** What the address bar shows at its end, whole. */
  readonly toHref: (visit: Visit) => string;
  /** Nothing is under way any longer. */
  readonly settle: () => void;
}

export function createVisits(parts: VisitsParts): Visits {
  const { window, basePath, where, course, place, cache, code, prefetch, progress } = parts;
  const { navigator, location } = window;

  const toHref = (visit: Visit): string =>
    location.origin + (isAtEntry(visit) ? place.address() : basePath + visit.url + visit.hash);

  /** Whether what is shown is the shell of its page. */
  const isAtShell = (visit?: Visit): boolean =>
    where.page.isShell === true && !!visit && where.isOnPage(visit.url);

  const settle = (): void => {
    course.rest();
    progress.end();
    prefetch.resume();
  };

  const lead: LeadsVisits['lead'] = async (visit, ...rest) => {
    const journey = code.find() ?? (await code.load([]));
    if (visit.controller.signal.aborted) return;
    if (journey) journey.lead(visit, ...rest);
    else fail(visit);
  };

  const start = (visit: Visit): void => {
    if (consent.isAsked(visit)) return;
    where.leave();
    course.begin(visit);
    progress.start(toHref(visit), visit.source);
    lead(visit, undefined, prefetch.hold(visit.url));
  };

  const fail = (visit: Visit, href = toHref(visit)): void => {
    visit.onEnd?.();
    if (visit.isBehind) course.rest();
    else if (navigator.onLine) {
      // The browser tells from here on, also of a file that is saved while the page stays.
      const isElsewhere = isAtShell(visit) && href !== toHref(visit);
      settle();
      const go = (): void => leave(window, href, !isElsewhere && visit.entry !== 'push');
      // It may be a file that the browser saves: the visitor is at the page of the click then.
      if (isElsewhere) window.addEventListener('popstate', go, { once: true });
      if (isElsewhere) window.history.back();
      else go();
    } else {
      course.hold();
      progress.hold(href, visit.source);
      const { signal } = visit.controller;
      window.addEventListener('online', () => start(createVisit(visit)), { signal });
    }
  };

  const consent = createConsent({ ...parts, start, settle });

  // Browsers tell of it by no event, and to the request it looks like a lost connection. Where the address bar has moved
  // already, with a step back or forward or with a shell, the browser loads what stands there.
  const stop = window.stop.bind(window);
  window.stop = () => {
    const visit = course.visit();
    const isThere = visit?.entry === 'traverse' || isAtShell(visit);
    if (/visiting|held/.test(course.state()) && !isThere) settle();
    stop();
  };
  return {
    ...consent,
    start,
    fail,
    toHref,
    settle,
    renew(page, entry, onEnd) {
      const { url, isShell } = page ?? where.page;
      if (isShell) {
        // There is nothing behind which it could be loaded: the visitor waits for it again.
        start(createVisit({ url, hash: '', entry: 'none', isFresh: true, onEnd }));
        return;
      }
      const to = { url, hash: '', entry: entry ?? 'none', isBehind: !entry, onEnd } as const;
      const visit = createVisit(to);
      course.begin(visit);
      lead(visit, page);
    },
    isForgotten: () => !course.isWaiting() && !cache.find(where.page.url, true),
  };
}
