import type { Blocker } from '../blocker/blocker.ts';
import type { Course } from './course.ts';
import type { Place } from './place.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';
import type { CurrentPage } from './current-page.ts';

export interface LeaveConfirmationParts {
  readonly blocker: Blocker;
  readonly place: Pick<Place, 'back'>;
  readonly where: CurrentPage;
  readonly course: Pick<Course, 'state'>;
  readonly start: (visit: Visit) => void;
  readonly settle: () => void;
}

export interface LeaveConfirmation {
  /**
   * Asks the visitor when the visit would lose unsaved input, and returns whether it has asked.
   * Asking ends the visit, and a new visit starts when the visitor agrees. `url` is the visit's own
   * address by default.
   */
  readonly asksFirst: (visit: Visit, url?: string) => boolean;
  /**
   * Call after the browser has gone to another entry. Withdraws the open question and an earlier
   * agreement, unless the visitor has agreed to this step.
   */
  readonly traverse: () => void;
}

export function createLeaveConfirmation({
  blocker,
  place,
  where,
  course,
  start,
  settle,
}: LeaveConfirmationParts): LeaveConfirmation {
  let isReturning = false;
  return {
    asksFirst(visit, url) {
      const { isBackground, onEnd, redirects } = visit;
      // A visit that is redirected after its shell was shown does not ask again, because the
      // visitor was asked before the shell.
      if (where.page.isShell && redirects) return false;
      const isLosing = !isBackground && !onEnd && where.findStay(visit, url) !== where.stay;
      if (!isLosing || !blocker.isBlocking()) return false;
      const returnThere = place.back();
      const isTraversing = visit.entry === 'traverse';
      if (isTraversing && !returnThere) return false;
      // A shell still waits for its page, so the visit that showed the shell continues.
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
