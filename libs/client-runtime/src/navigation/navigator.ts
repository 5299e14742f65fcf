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
  readonly scroll?: boolean | undefined;
  /** The link or form that started the navigation and shows its progress. */
  readonly source?: unknown;
  /**
   * Called when the page is shown or dropped. Only actions set this, and their navigations do not
   * ask about unsaved input.
   */
  readonly onEnd?: () => void;
}

export interface Going extends GoOptions {
  readonly entry?: 'none';
}

/**
 * Goes from page to page, with one visit at a time. Every visit ends with a page or with one full
 * navigation.
 */
export interface Navigator {
  /** Goes to a page. Loads the page's data again when the address bar already shows its address. */
  readonly go: (to: PageDestination, options?: Going) => void;
  traverse(): void;
  follow(): void;
  /**
   * Forgets segments with one of the tags, or everything, and loads the shown page again when it is
   * affected and seen. A call without tags also forgets typed input. `isBack` keeps typed input, because the
   * same document has come back from the back/forward cache.
   */
  readonly invalidate: (tags?: Tags, isBack?: boolean) => void;
}

export function createNavigator(parts: NavigatorParts): Navigator {
  const { window, place, cache, prefetch, stage, blocker, where, visits } = parts;
  const { start, renewSeen } = visits;

  const follow = (): void => {
    place.enter({ ...where.page, stay: where.stay });
    stage.move(place.address());
  };

  return {
    go({ isSame, ...to }, { isReplace, ...rest } = {}) {
      blocker.answer(false);
      // An address with a fragment is another history entry. Going from there to the address
      // without the fragment is no refresh.
      const isHere = isSame && !window.location.href.includes('#');
      const entry = isHere ? 'none' : isReplace ? 'replace' : 'push';
      start(createVisit({ entry, ...rest, ...to, isFresh: isSame }));
    },
    traverse() {
      const to = place.read();
      const { url, stay = where.stay } = to;
      if (url === where.page.url && stay === where.stay && !where.page.isShell) {
        visits.settle();
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
      // After a call without tags, another visitor may use the browser and must not see typed
      // input.
      if (tags === undefined) {
        if (!isBack) place.forget();
        stage.forget();
      }
      prefetch.renew();
      renewSeen();
    },
  };
}
