import { liveLimits } from '#page-protocol';
import type { Clock, LiveMessage, Scheduler } from '#page-protocol';
import type { Expiry } from '../cache/expiry.ts';
import type { Course } from '../navigation/course.ts';
import type { Visits } from '../navigation/visits.ts';
import type { CurrentPage } from '../navigation/current-page.ts';
import { isSeen } from './seen.ts';

/**
 * Says how the shown page compares with the newest data.
 *
 * ```tsx
 * const { isStale, isRefreshing, isFailing, refresh } = useLive({ everyMs: Infinity });
 * if (isFailing) return <p>The connection is lost.</p>;
 * return isStale && <button onClick={refresh}>{isRefreshing ? 'Loading …' : 'Show new data'}</button>;
 * ```
 */
export interface LiveState {
  /** True when data have changed and the page does not show them yet. */
  readonly isStale: boolean;
  readonly isRefreshing: boolean;
  /** True after two failed refreshes in a row. Further tries follow at growing intervals. */
  readonly isFailing: boolean;
  readonly refresh: () => void;
}

export interface Follower {
  /** Shortest time between two refreshes. Infinity refreshes only on request. */
  readonly everyMs: number;
  readonly onChange: (state: LiveState) => void;
}

export interface RefresherParts {
  readonly window: Window;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly expiry: Pick<Expiry, 'expire' | 'isExpired'>;
  readonly where: Pick<CurrentPage, 'page'>;
  readonly course: Pick<Course, 'state'>;
  readonly visits: Pick<Visits, 'renew'>;
}

export interface Refresher {
  readonly followers: ReadonlySet<Follower>;
  add(follower: Follower): void;
  remove(follower: Follower): void;
  /** Marks segments with one of the tags as changed, and plans a refresh. */
  readonly expire: (message: LiveMessage) => void;
  /**
   * Marks segments with one of the tags as changed, and refreshes now, or after the pause that
   * earlier failures need.
   */
  readonly renew: (tags: readonly string[]) => void;
  /** Marks segments with one of the tags as changed, and refreshes now. */
  readonly refresh: (tags: readonly string[]) => void;
  readonly resume: () => void;
  readonly noteArrival: () => void;
}

/** Pause before the next attempt when a visit is under way. */
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
    visits.renew(undefined, () => {
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
    if (dueMs === Infinity) return;
    const delayMs = Math.max(0, dueMs - clock.nowMs()) + Math.random() * withinMs;
    cancelPlan = scheduler.runAfter(delayMs, load);
  };

  const renew = (tags: readonly string[]): void => {
    expiry.expire(tags);
    isAsked = isStale();
    tellFollowers();
    resume();
  };

  const refresh = (tags: readonly string[]): void => {
    // The visitor waits, so the pause after earlier failures is skipped.
    failures = 0;
    cancelPlan?.();
    cancelPlan = undefined;
    renew(tags);
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
    expire({ tags, withinMs }) {
      expiry.expire(tags);
      tellFollowers();
      resume(withinMs);
    },
    renew,
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

function toRestMs(failures: number): number {
  const restMs = liveLimits.failedRefreshMs * 2 ** (failures - 1);
  return failures && Math.min(restMs, liveLimits.failedRefreshMostMs);
}

function isSame(one: LiveState, other: LiveState): boolean {
  return (
    one.isStale === other.isStale &&
    one.isRefreshing === other.isRefreshing &&
    one.isFailing === other.isFailing
  );
}
