import { runtimeLimits } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Visitor } from '../cache/visitor.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { LoadPage } from '../page-data/page-loader.ts';
import type { Course } from './course.ts';
import type { FindShell } from './find-shell.ts';
import type { ListHeld } from './list-held.ts';
import type { Redirect } from './redirect.ts';
import type { PageToShow, ShowPage } from './show-page.ts';
import type { Visit } from './visit.ts';
import type { RunsVisits, Visits } from './visits.ts';
import type { CurrentPage } from './current-page.ts';

export interface VisitRunnerParts {
  readonly window: Window;
  readonly scheduler: Scheduler;
  readonly cache: Pick<PageCache, 'find'>;
  readonly code: Pick<CodeLoader, 'load'>;
  readonly course: Pick<Course, 'state' | 'visit' | 'isWaiting' | 'rest'>;
  readonly visits: Visits;
  readonly where: CurrentPage;
  readonly visitor: Pick<Visitor, 'isOther'>;
  readonly listHeld: ListHeld;
  readonly findShell: FindShell;
  readonly loadPage: LoadPage;
  readonly redirect: Redirect;
  readonly showPage: ShowPage;
  /** Called when no page came. */
  readonly onFailed: () => void;
}

export interface VisitRunner extends RunsVisits {
  /** Returns whether the visitor waits for another page than the shown one. */
  readonly isOnWay: () => boolean;
  /**
   * Shows a page from the answer of an action; another page than the shown one adds a history
   * entry. A call without a page loads the shown page again when it was invalidated. Resolves when
   * the page is shown or dropped.
   */
  readonly receive: (page?: ShownPage) => Promise<void>;
}

export function createVisitRunner(parts: VisitRunnerParts): VisitRunner {
  const { window, scheduler, cache, code, course, visits, where, visitor } = parts;
  const { listHeld, findShell, loadPage, redirect, showPage, onFailed } = parts;
  const { navigator } = window;
  const { start, fail, renew, asksFirst, isInvalidated, toHref } = visits;

  let cancelShell: (() => void) | undefined;
  let cancelEnd: (() => void) | undefined;
  const latest = (visit: Visit): Visit => course.visit() ?? visit;

  const isUnderWay = ({ controller }: Visit): boolean =>
    course.state() === 'visiting' && course.visit()?.controller === controller;

  const waitForShell = (visit: Visit): void => {
    cancelShell = scheduler.runAfter(runtimeLimits.shellShownAfterMs, () => {
      if (!isUnderWay(visit) || visitor.isOther()) return;
      const page = findShell(visit.url);
      // The code of the loading view may be on its way, when nothing has prefetched it.
      if (!page) waitForShell(visit);
      else if (!asksFirst(visit)) showPage(visit, { page });
    });
  };

  /** Plans the shell of a visit, and its document after 30 s. The next visit ends both timers. */
  const plan = (visit: Visit): void => {
    cancelShell?.();
    cancelEnd?.();
    cancelEnd = scheduler.runAfter(runtimeLimits.navigationAbandonedMs, () => {
      if (isUnderWay(visit)) fail(latest(visit));
    });
    // The page stays on screen when only its query changes, and may be kept from an earlier stay.
    if (visit.stay !== undefined || where.isOnPage(visit.url)) return;
    waitForShell(visit);
  };

  const present = async (begun: Visit, shown: PageToShow): Promise<void> => {
    const { page, isStale, isWhole = true } = shown;
    const hasCode = await code.load(page.segments);
    if (begun.controller.signal.aborted) return;
    cancelShell?.();
    const visit = latest(begun);
    if (!hasCode || visitor.isOther()) fail(visit);
    // The visitor may have typed something while the page loaded.
    else if (!asksFirst(visit, page.url)) {
      showPage(visit, shown, () => {
        // Without `isBackground`, a page too large for the cache would load again for ever.
        if (visit.isBackground || !isWhole) return;
        if (isInvalidated() || (isStale && !course.isWaiting())) renew();
      });
    }
  };

  const load = async (visit: Visit): Promise<void> => {
    const { url, isFresh, isBackground } = visit;
    const { signal } = visit.controller;
    const held = listHeld(url);
    const loaded =
      navigator.onLine && (await loadPage(url, isFresh ? [] : held, { signal, isBackground }));
    if (signal.aborted) return;
    const now = latest(visit);
    if (!loaded) {
      fail(now);
      onFailed();
    } else if ('page' in loaded) await present(now, { ...loaded, isLoaded: true });
    else if (isBackground) course.rest();
    else {
      const to = redirect(now, loaded.location, toHref(now));
      if (to.visit) start(to.visit);
      else fail(now, to.href);
    }
  };

  return {
    // A visit with the entry `none` only refreshes or completes the shown page.
    isOnWay: () => (course.visit()?.entry ?? 'none') !== 'none',
    receive: (page) =>
      new Promise((onEnd) => {
        if (page || isInvalidated()) renew(page, onEnd);
        else onEnd();
      }),
    async run(visit, page, ahead) {
      if (!page) plan(visit);
      if (ahead) await ahead;
      if (visit.controller.signal.aborted) return;
      const { url, entry, isFresh, isBackground } = visit;
      const found = isFresh || isBackground ? undefined : cache.find(url, entry === 'traverse');
      const shown = page ? { page, isLoaded: true, isWhole: true } : found;
      if (shown) void present(visit, shown);
      // Loads even when the cache has the page, because its deferred data may be missing.
      if (!shown?.isWhole) void load(visit);
    },
  };
}
