import type { PageDestination } from '../address/destination.ts';
import type { Tags } from '../cache/page-cache.ts';
import type { Stage } from './stage.ts';
import { createVisit } from './visit.ts';
import type { Visits, VisitsParts } from './visits.ts';

export interface NavigatorParts extends VisitsParts {
  readonly stage: Stage;
  readonly visits: Visits;
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
  /**
   * Forgets what has one of these tags, or everything; what is shown of it is loaded again. With everything goes
   * what was typed, unless the document only `isBack` from the browser's own cache.
   */
  readonly invalidate: (tags?: Tags, isBack?: boolean) => void;
  /** Nothing is under way any longer. */
  settle(): void;
}

export function createNavigator(parts: NavigatorParts): Navigator {
  const { window, place, cache, prefetch, stage, blocker, where, visits } = parts;
  const { start, renew, isForgotten, settle } = visits;

  const follow = (): void => {
    place.enter({ ...where.page, stay: where.stay });
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
      const { url, stay = where.stay } = to;
      if (url === where.page.url && stay === where.stay && !where.page.isShell) {
        settle();
        follow();
        place.restore();
        return;
      }
      visits.traverse();
      start(createVisit({ ...to, entry: 'traverse' }));
    },
    follow,
    invalidate(tags, isBack) {
      cache.invalidate(tags);
      // What was typed may be another's, whoever is at the keyboard from now on.
      if (tags === undefined) {
        if (!isBack) place.forget();
        stage.forget();
      }
      prefetch.renew();
      if (isForgotten()) renew();
    },
    settle,
  };
}
