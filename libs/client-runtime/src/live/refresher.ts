import { liveLimits } from '#shared';
import type { Clock, LiveMessage, Scheduler } from '#shared';
import type { Expiry } from '../cache/expiry.ts';
import type { Course } from '../navigation/course.ts';
import type { Visits } from '../navigation/visits.ts';
import type { Whereabouts } from '../navigation/whereabouts.ts';
import { isSeen } from './seen.ts';

/** How what is shown stands to what is known. */
export interface LiveState {
  /** Something has changed that the page does not show yet. */
  readonly isStale: boolean;
  /** The page is loaded again because of that: data that come now were asked for by nobody. */
  readonly isRefreshing: boolean;
  /** It could not be loaded again, twice in a row. It is tried again, less and less often. */
  readonly isFailing: boolean;
  /** Has what changed shown now. */
  readonly refresh: () => void;
}

/** Somebody who follows what changes on the page that is shown. */
export interface Follower {
  /** The page is loaded again at most so often. Infinity: when somebody asks for it. */
  readonly everyMs: number;
  readonly onChange: (state: LiveState) => void;
}

export interface RefresherParts {
  readonly window: Window;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly expiry: Pick<Expiry, 'expire' | 'isExpired'>;
  readonly where: Pick<Whereabouts, 'page'>;
  readonly course: Pick<Course, 'state'>;
  readonly visits: Pick<Visits, 'renew'>;
}

/** Loads the page that is shown again where something of it has changed, as often as its followers want. */
export interface Refresher {
  readonly followers: ReadonlySet<Follower>;
  add(follower: Follower): void;
  remove(follower: Follower): void;
  /** Marks what has one of the tags as changed, and loads it again when followers want. */
  readonly expire: (message: LiveMessage) => void;
  /** Marks what has one of these tags as changed, and loads it now: somebody asked for it. */
  readonly refresh: (tags: readonly string[]) => void;
  /** Goes on after the page was not seen. */
  readonly resume: () => void;
  /** Told that another page is shown, or the same with other data. */
  readonly noteArrival: () => void;
}

/** Until a visit is over that is under way. */
const LATER_MS = 250;

export function createRefresher(parts: RefresherParts): Refresher {
  const { window, clock, scheduler, expiry, where, course, visits } = parts;
  const followers = new Set<Follower>();
  let state: LiveState = {
    isStale: false,
    isRefreshing: false,
    isFailing: false,
    refresh: () => refresh([]),
  };
  let loadedAtMs = clock.nowMs();
  let isAsked = false;
  let isRefreshing = false;
  let arrivals = 0;
  /** Refreshes that failed in a row. */
  let failures = 0;
  let cancelPlan: (() => void) | undefined;

  const isStale = (): boolean => expiry.isExpired(where.page);

  const tellFollowers = (): void => {
    const before = state;
    state = { ...before, isStale: isStale(), isRefreshing, isFailing: failures > 1 };
    if (isSame(before, state)) return;
    for (const { onChange } of followers) onChange(state);
  };

  const load = (): void => {
    cancelPlan = undefined;
    if (!isSeen(window) || !isStale()) return;
    if (course.state() !== 'resting') {
      cancelPlan = scheduler.runAfter(LATER_MS, load);
      return;
    }
    const wasAsked = isAsked;
    isAsked = false;
    isRefreshing = true;
    tellFollowers();
    const arrivalsBefore = arrivals;
    visits.renew(undefined, undefined, () => {
      // The end of a visit may be told twice.
      if (!isRefreshing) return;
      isRefreshing = false;
      loadedAtMs = clock.nowMs();
      if (arrivals === arrivalsBefore) {
        failures += 1;
        isAsked ||= wasAsked;
      }
      tellFollowers();
      resume();
    });
  };

  const resume = (withinMs = 0): void => {
    if (cancelPlan || !isSeen(window) || !isStale()) return;
    const everyMs = isAsked ? 0 : Math.min(...[...followers].map((each) => each.everyMs));
    const dueMs = loadedAtMs + Math.max(everyMs, toRestMs(failures));
    if (dueMs < Infinity) {
      const delayMs = Math.max(0, dueMs - clock.nowMs()) + Math.random() * withinMs;
      cancelPlan = scheduler.runAfter(delayMs, load);
    }
  };

  const expire = ({ tags, withinMs }: LiveMessage): void => {
    expiry.expire(tags);
    tellFollowers();
    resume(withinMs);
  };

  const refresh = (tags: readonly string[]): void => {
    expiry.expire(tags);
    // Somebody waits for it.
    failures = 0;
    isAsked = isStale();
    cancelPlan?.();
    cancelPlan = undefined;
    tellFollowers();
    resume();
  };

  return {
    followers,
    add(follower) {
      followers.add(follower);
      tellFollowers();
      follower.onChange(state);
      resume();
    },
    remove: (follower) => void followers.delete(follower),
    expire,
    refresh,
    resume: () => resume(),
    noteArrival() {
      arrivals += 1;
      failures = 0;
      isAsked &&= isStale();
      tellFollowers();
      resume();
    },
  };
}

/** Milliseconds until a refresh is tried again, after so many failures in a row. */
function toRestMs(failures: number): number {
  const { failedRefreshMs, failedRefreshMostMs } = liveLimits;
  return failures && Math.min(failedRefreshMs * 2 ** (failures - 1), failedRefreshMostMs);
}

function isSame(one: LiveState, other: LiveState): boolean {
  return (
    one.isStale === other.isStale &&
    one.isRefreshing === other.isRefreshing &&
    one.isFailing === other.isFailing
  );
}
