import { liveLimits } from '#shared';
import type { Clock, Scheduler } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
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
  readonly cache: Pick<PageCache, 'expire' | 'isExpired'>;
  readonly where: Pick<Whereabouts, 'page'>;
  readonly course: Pick<Course, 'state'>;
  readonly visits: Pick<Visits, 'renew'>;
}

/** Loads the page that is shown again where something of it has changed, as often as its followers want. */
export interface Refresher {
  readonly followers: ReadonlySet<Follower>;
  add(follower: Follower): void;
  remove(follower: Follower): void;
  /** What has one of these tags has changed. */
  readonly expire: (tags: readonly string[]) => void;
  /** The same, and somebody wants to see it now. */
  readonly refresh: (tags: readonly string[]) => void;
  /** Goes on after the page was not seen. */
  readonly resume: () => void;
}

/** Until a visit is over that is under way. */
const LATER_MS = 250;

export function createRefresher(parts: RefresherParts): Refresher {
  const { window, clock, scheduler, cache, where, course, visits } = parts;
  const followers = new Set<Follower>();
  let state: LiveState = { isStale: false, isRefreshing: false, refresh: () => refresh([]) };
  let loadedAtMs = clock.nowMs();
  let isAsked = false;
  let isRefreshing = false;
  let told = 0;
  let cancelPlan: (() => void) | undefined;

  const isStale = (): boolean => cache.isExpired(where.page);

  const tellFollowers = (): void => {
    const known = { isStale: isStale(), isRefreshing };
    if (known.isStale === state.isStale && known.isRefreshing === state.isRefreshing) return;
    state = { ...state, ...known };
    for (const { onChange } of followers) onChange(state);
  };

  const load = (): void => {
    cancelPlan = undefined;
    if (course.state() !== 'resting') {
      cancelPlan = scheduler.runAfter(LATER_MS, load);
      return;
    }
    if (!isSeen(window) || !isStale()) return;
    isAsked = false;
    isRefreshing = true;
    tellFollowers();
    const toldBefore = told;
    visits.renew(undefined, undefined, () => {
      isRefreshing = false;
      loadedAtMs = clock.nowMs();
      // Nothing that was told since: it could not be loaded.
      if (isStale() && told === toldBefore) loadedAtMs += liveLimits.failedRefreshMs;
      tellFollowers();
      resume();
    });
  };

  const resume = (): void => {
    if (cancelPlan || !isSeen(window) || !isStale()) return;
    const everyMs = isAsked ? 0 : Math.min(...[...followers].map((each) => each.everyMs));
    const dueMs = loadedAtMs + everyMs;
    if (dueMs < Infinity) {
      cancelPlan = scheduler.runAfter(Math.max(0, dueMs - clock.nowMs()), load);
    }
  };

  const expire = (tags: readonly string[]): void => {
    told += 1;
    cache.expire(tags);
    tellFollowers();
    resume();
  };

  const refresh = (tags: readonly string[]): void => {
    isAsked = true;
    cancelPlan?.();
    cancelPlan = undefined;
    expire(tags);
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
    resume,
  };
}
