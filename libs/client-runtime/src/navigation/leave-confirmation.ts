import type { Blocker } from '../blocker/blocker.ts';
import type { Course } from './course.ts';
import type { Place } from './place.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface ConsentParts {
  readonly blocker: Blocker;
  readonly place: Pick<Place, 'back'>;
  readonly where: Whereabouts;
  readonly course: Pick<Course, 'state'>;
  readonly start: (visit: Visit) => void;
  /** Nothing is under way any longer. */
  readonly settle: () => void;
}

/** Asks the visitor before a visit by which something unsaved would be lost. */
export interface Consent {
  /**
   * Whether the visitor is asked about a visit to that address, its own by default; the visit ends then. Another is
   * started once he agrees.
   */
  readonly isAsked: (visit: Visit, url?: string) => boolean;
  /** The browser has gone to another entry. What the visitor was asked, or has agreed to, is over unless it is this. */
  readonly traverse: () => void;
}

export function createConsent({
  blocker,
  place,
  where,
  course,
  start,
  settle,
}: ConsentParts): Consent {
  /** On the way to an entry by leave of the visitor. */
  let isReturning = false;
  return {
    isAsked(visit, url) {
      const { isBehind, onEnd, redirects } = visit;
      // Of a visit that has brought its shell, the visitor was asked before.
      if (where.page.isShell && redirects) return false;
      const isLosing = !isBehind && !onEnd && where.findStay(visit, url) !== where.stay;
      if (!isLosing || !blocker.isBlocking()) return false;
      const returnThere = place.back();
      const isTraversing = visit.entry === 'traverse';
      if (isTraversing && !returnThere) return false;
      // A shell waits for its page.
      if (course.state() !== 'renewing' && !where.page.isShell) settle();
      blocker.ask(() => {
        isReturning = isTraversing;
        if (isTraversing) returnThere?.();
        else start(createVisit(visit));
      });
      return true;
    },
    traverse() {
      if (!isReturning) blocker.answer(false);
      isReturning = false;
    },
  };
}
