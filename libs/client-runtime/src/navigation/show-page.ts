import type { Blocker } from '../blocker/blocker.ts';
import type { FoundPage, PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Arrive } from './arrival.ts';
import type { Course } from './course.ts';
import type { NavigationProgress } from './navigation-progress.ts';
import type { NavigatorPrefetch } from './navigator-prefetch.ts';
import type { Place } from './place.ts';
import type { Preparation } from './preparation.ts';
import type { Stage } from './stage.ts';
import { isAtEntry } from './visit.ts';
import type { Visit } from './visit.ts';
import type { CurrentPage } from './current-page.ts';

export interface ShowPageParts {
  readonly window: Window;
  readonly basePath: string;
  readonly where: CurrentPage;
  readonly preparation: Preparation;
  readonly course: Pick<Course, 'arrive' | 'arriveAtShell'>;
  readonly place: Place;
  readonly stage: Stage;
  readonly blocker: Pick<Blocker, 'answer'>;
  readonly cache: Pick<PageCache, 'use'>;
  readonly progress: Pick<NavigationProgress, 'end'>;
  readonly prefetch: Pick<NavigatorPrefetch, 'resume'>;
  readonly arrive: Arrive;
  /** Called with what a commit has thrown, before the browser loads the page. */
  readonly onError: (error: unknown) => void;
}

export interface PageToShow extends Partial<FoundPage> {
  readonly page: ShownPage;
  readonly isLoaded?: boolean;
}

/**
 * Shows the page or the shell of a visit. The page becomes the current one when React commits it.
 * Calls `onShown` after the arrival.
 */
export type ShowPage = (visit: Visit, shown: PageToShow, onShown?: () => void) => void;

export function createShowPage(parts: ShowPageParts): ShowPage {
  const { basePath, where, preparation, course, place, window } = parts;
  return (visit, { page, isLoaded, isWhole = true }, onShown) => {
    const { entry, hash } = visit;
    const { isShell } = page;
    const { signal } = visit.controller;
    const { page: before, stay: stayBefore } = where;
    const stay = where.findStay(visit, page.url) ?? preparation.findStay(page) ?? where.addStay();
    const isHere = isAtEntry(visit) && page.url === visit.url;
    const address = isHere ? place.address() : basePath + page.url + hash;
    parts.stage.show({
      page,
      address,
      stay,
      isMove: !!isLoaded && stay !== stayBefore,
      onCommit() {
        try {
          place[stay === where.stay ? 'remember' : 'leave']();
          // React cannot cancel a commit that waits for a view transition. After an abort, the stage
          // shows the earlier page again.
          if (signal.aborted) return;
          place.enter(
            { url: page.url, stay, isShell },
            isHere ? undefined : address,
            entry === 'push',
          );
          if (entry !== 'none') parts.blocker.answer(false);
          parts.cache.use(page);
          where.enter(page, stay);
          preparation.enter(stay);
          if (isShell) {
            course.arriveAtShell(visit);
            return;
          }
          course.arrive(visit, isWhole);
          parts.progress.end();
          parts.prefetch.resume();
        } catch (error) {
          parts.onError(error);
          // React would leave a blank document behind, so the browser loads this page.
          if (isHere) window.location.reload();
          else window.location.assign(address);
        }
      },
      onShown() {
        if (signal.aborted) return;
        parts.arrive(visit, page, before, stay);
        if (!isShell) visit.onEnd?.();
        onShown?.();
      },
    });
  };
}
