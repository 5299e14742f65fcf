import { leave } from '../address/departure.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Visitor } from '../cache/visitor.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import { createLeaveConfirmation } from './leave-confirmation.ts';
import type { LeaveConfirmation } from './leave-confirmation.ts';
import type { Course } from './course.ts';
import type { NavigationProgress } from './navigation-progress.ts';
import type { NavigatorPrefetch } from './navigator-prefetch.ts';
import type { Place } from './place.ts';
import { createVisit, isAtEntry } from './visit.ts';
import type { Visit } from './visit.ts';
import type { CurrentPage } from './current-page.ts';

export interface RunsVisits {
  /**
   * Shows the page of a visit: `page` from the answer of an action, or a page from the cache or the
   * server. `ahead` is the prefetch under way for this page.
   */
  run(visit: Visit, page?: ShownPage, ahead?: Promise<unknown>): void;
}

export interface VisitsParts {
  readonly window: Window;
  readonly basePath: string;
  readonly where: CurrentPage;
  readonly place: Place;
  readonly blocker: Blocker;
  readonly cache: PageCache;
  readonly code: CodeLoader<RunsVisits>;
  readonly progress: NavigationProgress;
  readonly prefetch: NavigatorPrefetch;
  readonly course: Course;
  readonly visitor: Pick<Visitor, 'isOther'>;
}

export interface Visits extends LeaveConfirmation {
  /** Starts a visit that the visitor waits for. Asks first when input is unsaved. */
  readonly start: (visit: Visit) => void;
  /**
   * Shows `page`, or loads the shown page again, without showing progress. Another page than the
   * shown one adds a history entry.
   */
  readonly renew: (page?: ShownPage, onEnd?: () => void) => void;
  /**
   * Replaces a visit that found no page by one full navigation. When the browser is offline,
   * repeats the visit once the browser is online. Only ends a background visit.
   */
  readonly fail: (visit: Visit, href?: string) => void;
  /** Returns true when the shown page was invalidated and the visitor waits for nothing else. */
  readonly isInvalidated: () => boolean;
  /**
   * Loads the shown page again when it was invalidated. A hidden tab waits until it is seen, because
   * one action may invalidate many tabs. Whoever is offline waits for the connection.
   */
  readonly renewSeen: () => void;
  readonly toHref: (visit: Visit) => string;
  readonly settle: () => void;
}

export function createVisits(parts: VisitsParts): Visits {
  const { window, basePath, where, course, place, cache, code, prefetch, progress, visitor } =
    parts;
  const { navigator, location } = window;

  const toHref = (visit: Visit): string =>
    location.origin + (isAtEntry(visit) ? place.address() : basePath + visit.url + visit.hash);

  const settle = (): void => {
    course.rest();
    progress.end();
    prefetch.resume();
  };

  const runVisit: RunsVisits['run'] = async (visit, ...rest) => {
    // Another visitor gets another document, because everything in this one was made for the first.
    const runner = !visitor.isOther() && (code.find() ?? (await code.load([])));
    if (visit.controller.signal.aborted) return;
    if (runner) runner.run(visit, ...rest);
    else fail(visit);
  };

  const start = (visit: Visit): void => {
    if (leaving.asksFirst(visit)) return;
    // A visit that goes on after a redirect or without the connection is no new act of the visitor,
    // and to load the shown page again leads nowhere else.
    if (visit.redirects === undefined && visit.entry !== 'none') where.here = {};
    course.begin(visit);
    progress.start(toHref(visit), visit.source);
    runVisit(visit, undefined, prefetch.hold(visit.url));
  };

  const fail = (visit: Visit, href = toHref(visit)): void => {
    visit.onEnd?.();
    if (visit.isBackground) course.rest();
    else if (navigator.onLine) {
      // The browser shows its own progress from here on, or downloads and leaves the page in place.
      const isElsewhere = where.page.isShell && where.isOnPage(visit.url) && href !== toHref(visit);
      settle();
      const go = (): void => leave(window, href, !isElsewhere && visit.entry !== 'push');
      // The shell has already changed the address bar. When the address is a download, going back
      // first leaves the visitor at the page of the click.
      if (isElsewhere) {
        window.addEventListener('popstate', go, { once: true });
        window.history.back();
      } else go();
    } else {
      course.hold();
      progress.hold(href, visit.source);
      const { signal } = visit.controller;
      window.addEventListener('online', () => start(createVisit({ redirects: 0, ...visit })), {
        signal,
      });
    }
  };

  const leaving = createLeaveConfirmation({ ...parts, start, settle });

  const renew: Visits['renew'] = (page, onEnd) => {
    const { url, isShell } = page ?? where.page;
    const isHere = url === where.page.url;
    const visit = createVisit({
      url,
      hash: '',
      entry: isHere ? 'none' : 'push',
      isFresh: isShell,
      // The visitor waits for the page of a shell, so that is not a background visit.
      isBackground: isHere && !isShell,
      onEnd,
    });
    if (isShell) {
      start(visit);
      return;
    }
    if (!isHere) where.here = {};
    course.begin(visit);
    runVisit(visit, page);
  };

  const isInvalidated = (): boolean => !course.isWaiting() && !cache.find(where.page.url, true);

  const renewSeen = (): void => {
    if (!window.document.hidden && isInvalidated()) renew();
  };
  for (const type of ['visibilitychange', 'online']) window.addEventListener(type, renewSeen);

  return {
    ...leaving,
    start,
    fail,
    toHref,
    settle,
    renew,
    isInvalidated,
    renewSeen,
  };
}
