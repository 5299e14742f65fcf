import type { Stage } from './stage.ts';
import type { Visit } from './visit.ts';

export type CourseState =
  | 'resting'
  | 'visiting'
  /** The browser is offline. The visit starts again when the connection is back. */
  | 'held'
  /** The shown page loads again, and the visitor does not wait. */
  | 'renewing'
  /** The page is shown, and its deferred data are still loading. */
  | 'completing';

/** The newest visit and its state. Only one visit is under way at a time. */
export interface Course {
  readonly state: () => CourseState;
  readonly visit: () => Visit | undefined;
  isWaiting(): boolean;
  /**
   * Changes any state to `visiting`, or to `renewing` when `visit.isBackground`. Aborts the earlier
   * visit.
   */
  begin(visit: Visit): void;
  hold(): void;
  /**
   * Call when the page is in the document. Changes to `resting`, or to `completing` when deferred
   * data are missing.
   */
  arrive(visit: Visit, isWhole: boolean): void;
  arriveAtShell(visit: Visit): void;
  rest(): void;
}

export function createCourse(stage: Pick<Stage, 'settle'>): Course {
  let state: CourseState = 'resting';
  let visit: Visit | undefined;
  let arriving: AbortController | undefined;

  const become = (nextState: CourseState, next?: Visit): void => {
    visit?.controller.abort();
    visit?.onEnd?.();
    // Keeps the stage from showing the aborted visit's page.
    stage.settle();
    state = nextState;
    visit = next;
  };

  const listen = ({ controller }: Visit): void => {
    // Stops reading the answer of the page that was shown before.
    if (arriving !== controller) arriving?.abort();
    arriving = controller;
  };

  return {
    state: () => state,
    visit: () => visit,
    isWaiting: () => !!visit && state !== 'renewing',
    begin: (next) => become(next.isBackground ? 'renewing' : 'visiting', next),
    hold() {
      state = 'held';
    },
    arrive(arrived, isWhole) {
      listen(arrived);
      state = isWhole ? 'resting' : 'completing';
      visit = isWhole ? undefined : { ...arrived, entry: 'none', scroll: false };
    },
    arriveAtShell(arrived) {
      listen(arrived);
      visit = { ...arrived, entry: arrived.entry === 'traverse' ? 'traverse' : 'replace' };
    },
    rest: () => become('resting'),
  };
}
