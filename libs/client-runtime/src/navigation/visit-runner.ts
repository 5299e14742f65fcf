import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { LoadPage } from '../page-data/page-loader.ts';
import type { Course } from './course.ts';
import type { FindShell } from './find-shell.ts';
import type { ListHeld } from './list-held.ts';
import type { Redirect } from './redirect.ts';
import type { PageToShow, ShowPage } from './show-page.ts';
import type { Visit } from './visit.ts';
import type { LeadsVisits, Visits } from './visits.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface JourneyParts {
  readonly window: Window;
  readonly scheduler: Scheduler;
  readonly cache: Pick<PageCache, 'find'>;
  readonly code: Pick<CodeLoader, 'load'>;
  readonly course: Pick<Course, 'state' | 'visit' | 'isWaiting' | 'rest'>;
  readonly visits: Visits;
  readonly where: Whereabouts;
  readonly listHeld: ListHeld;
  readonly findShell: FindShell;
  readonly loadPage: LoadPage;
  readonly redirect: Redirect;
  readonly showPage: ShowPage;
}

/** The way of a visit from where it has begun to its page. It comes with the late part (ADR 87). */
export interface Journey extends LeadsVisits {
  /** The page that the document shows. */
  readonly shown: () => ShownPage;
  /** Something that stays the same until the visitor goes anywhere; never, while he is on his way. */
  readonly here: () => object;
  /**
   * Shows what an action brought: the page that is shown with other data, or another one in its place or after it.
   * Without a page, what is shown is loaded again if it has been invalidated. Resolves when that is shown, or will
   * not be.
   */
  readonly receive: (page?: ShownPage, entry?: 'push') => Promise<void>;
}

export function createJourney({
  window: { navigator },
  scheduler,
  cache,
  code,
  course,
  visits,
  where,
  listHeld,
  findShell,
  loadPage,
  redirect,
  showPage,
}: JourneyParts): Journey {
  const { start, fail, renew, isAsked, isForgotten, toHref } = visits;

  let cancelShell: (() => void) | undefined;

  /** As it is by now: its shell may be shown, or the page that was held. */
  const latest = (visit: Visit): Visit => course.visit() ?? visit;

  const planShell = (visit: Visit): void => {
    cancelShell?.();
    // With another query the page stays, and tells that it waits. One that was left may be kept, with its state.
    if (visit.stay !== undefined || where.isOnPage(visit.url)) return;
    cancelShell = scheduler.runAfter(runtimeLimits.shellShownAfterMs, () => {
      if (course.state() !== 'visiting' || course.visit() !== visit) return;
      const page = findShell(visit.url);
      if (page && !isAsked(visit)) showPage(visit, { page });
    });
  };

  const present = async (begun: Visit, shown: PageToShow): Promise<void> => {
    const { page, isStale, isWhole = true } = shown;
    const hasCode = await code.load(page.segments);
    if (begun.controller.signal.aborted) return;
    cancelShell?.();
    const visit = latest(begun);
    if (!hasCode) fail(visit);
    // It may have been typed while the page was on its way.
    else if (!isAsked(visit, page.url)) {
      showPage(visit, shown, () => {
        // It may have been invalidated on its way; a page too large to be kept must not be for ever.
        if (visit.isBehind || !isWhole) return;
        if (isForgotten() || (isStale && !course.isWaiting())) renew();
      });
    }
  };

  const load = async (visit: Visit): Promise<void> => {
    const { url, isFresh, isBehind } = visit;
    const { signal } = visit.controller;
    const held = listHeld(url);
    const loaded = navigator.onLine
      ? await loadPage(url, isFresh ? [] : held, { signal, isBehind })
      : undefined;
    if (signal.aborted) return;
    const now = latest(visit);
    if (!loaded) fail(now);
    else if ('page' in loaded) await present(now, { ...loaded, isLoaded: true });
    else if (isBehind) course.rest();
    else {
      const to = redirect(now, loaded.location, toHref(now));
      if (to.visit) start(to.visit);
      else fail(now, to.href);
    }
  };

  return {
    shown: () => where.page,
    here() {
      const { entry = 'none' } = course.visit() ?? {};
      // What a shown page still waits for is no way.
      return entry === 'none' ? where.here : {};
    },
    receive: (page, entry) =>
      new Promise((onEnd) => {
        if (page || isForgotten()) renew(page, entry, onEnd);
        else onEnd();
      }),
    async lead(visit, page, ahead) {
      if (!page) planShell(visit);
      if (ahead) await ahead;
      if (visit.controller.signal.aborted) return;
      const { url, entry, isFresh, isBehind } = visit;
      const found = isFresh || isBehind ? undefined : cache.find(url, entry === 'traverse');
      const shown = page ? { page, isLoaded: true, isWhole: true } : found;
      if (shown) void present(visit, shown);
      // Not behind what is shown of it: that may wait for data which only comes with this.
      if (!shown?.isWhole) void load(visit);
    },
  };
}
