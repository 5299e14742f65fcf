import type { Stage } from './stage.ts';
import type { Visit } from './visit.ts';

export type CourseState =
  /** Nothing is under way. */
  | 'resting'
  /** The visitor waits for a page. */
  | 'visiting'
  /** The visitor waits for the connection: the visit starts anew with it. */
  | 'held'
  /** Nobody waits: what is shown is loaded again. */
  | 'renewing'
  /** The page is shown, and loads the data that it lacks. */
  | 'completing';

/** What is under way: one visit at a time, the newest, and the state that it is in. */
export interface Course {
  readonly state: () => CourseState;
  /** None while resting. */
  readonly visit: () => Visit | undefined;
  /** Whether the visitor waits for it. */
  isWaiting(): boolean;
  /** From any state to `visiting`, or to `renewing` for a visit behind; the visit before is given up. */
  begin(visit: Visit): void;
  /** From `visiting` or `completing` to `held`. */
  hold(): void;
  /** The document has the page: to `resting`, or to `completing` where the page is not `isWhole`. */
  arrive(visit: Visit, isWhole: boolean): void;
  /** The document has the shell of the visit's page, at its own entry: the visitor still waits. */
  arriveAtShell(visit: Visit): void;
  /** From any state to `resting`; the visit is given up. */
  rest(): void;
}

export function createCourse(stage: Pick<Stage, 'settle'>): Course {
  let state: CourseState = 'resting';
  let visit: Visit | undefined;
  /** Of what still arrives for the page that is shown. */
  let arriving: AbortController | undefined;

  const become = (nextState: CourseState, next?: Visit): void => {
    visit?.controller.abort();
    visit?.onEnd?.();
    // What another visit has not shown yet is not shown.
    stage.settle();
    state = nextState;
    visit = next;
  };

  const listen = ({ controller }: Visit): void => {
    // What still arrives for what was shown is not waited for.
    if (arriving !== controller) arriving?.abort();
    arriving = controller;
  };

  return {
    state: () => state,
    visit: () => visit,
    isWaiting: () => !!visit && state !== 'renewing',
    begin: (next) => become(next.isBehind ? 'renewing' : 'visiting', next),
    hold() {
      state = 'held';
    },
    arrive(arrived, isWhole) {
      listen(arrived);
      state = isWhole ? 'resting' : 'completing';
      visit = isWhole ? undefined : { ...arrived, entry: 'none' };
    },
    arriveAtShell(arrived) {
      listen(arrived);
      visit = { ...arrived, entry: arrived.entry === 'traverse' ? 'traverse' : 'replace' };
    },
    rest: () => become('resting'),
  };
}
