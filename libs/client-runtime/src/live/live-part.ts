import { liveLimits } from '#shared';
import type { Clock, Scheduler } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
import type { Course } from '../navigation/course.ts';
import type { Visits } from '../navigation/visits.ts';
import type { Whereabouts } from '../navigation/whereabouts.ts';
import { createLiveStream } from './live-stream.ts';
import type { LiveStreamParts } from './live-stream.ts';
import { createOnePerBrowser } from './one-per-browser.ts';
import { isSeen, watchSeen } from './seen.ts';

export interface LivePartParts extends Omit<LiveStreamParts, 'onTold'> {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly cache: Pick<PageCache, 'expire' | 'isExpired'>;
  readonly where: Pick<Whereabouts, 'page'>;
  readonly course: Pick<Course, 'state'>;
  readonly visits: Pick<Visits, 'renew'>;
}

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

/** Has pages follow what changes on the server, while they are seen (ADR 167). It is loaded by the first view that does. */
export interface LivePart {
  /** Returns what ends it. */
  follow(follower: Follower): () => void;
  /** Has what is shown with the tag loaded again every `everyMs`. Returns what ends it. */
  poll(tag: string, everyMs: number): () => void;
  /** Has what is shown with one of these tags loaded again, and what else changed. */
  refresh(tags: readonly string[]): void;
}

/** Until a visit is over that is under way. */
const LATER_MS = 250;

export function createLivePart(parts: LivePartParts): LivePart {
  const { window, basePath, clock, scheduler, cache, where, course, visits } = parts;
  const followers = new Set<Follower>();
  let loadedAtMs = clock.nowMs();
  let isAsked = false;
  let isRefreshing = false;
  let told = 0;
  let cancelPlan: (() => void) | undefined;

  const isStale = (): boolean => cache.isExpired(where.page);

  let state: LiveState = { isStale: false, isRefreshing: false, refresh: () => refresh([]) };

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
      plan();
    });
  };

  const plan = (): void => {
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
    if (!isStale()) return;
    tellFollowers();
    plan();
  };

  const refresh = (tags: readonly string[]): void => {
    isAsked = true;
    cancelPlan?.();
    cancelPlan = undefined;
    expire(tags);
  };

  const name = `live${basePath}`;
  const stream = createLiveStream({
    ...parts,
    onTold(tags) {
      tabs.tell(tags);
      expire(tags);
    },
  });
  const tabs = createOnePerBrowser({
    window,
    name,
    scheduler,
    stream,
    onTold: expire,
    onLate: () => expire(where.page.segments.flatMap((segment) => segment.tags)),
  });

  let cancelStop: (() => void) | undefined;

  const listen = (): void => {
    cancelStop?.();
    if (!isSeen(window)) tabs.stop();
    else if (followers.size > 0) tabs.start();
    // The next page may follow changes, too.
    else cancelStop = scheduler.runAfter(liveLimits.lingerMs, tabs.stop);
  };
  watchSeen(window, () => {
    listen();
    plan();
  });
  window.addEventListener('pagehide', () => tabs.stop());

  return {
    follow(follower) {
      followers.add(follower);
      tellFollowers();
      follower.onChange(state);
      listen();
      plan();
      return () => {
        followers.delete(follower);
        listen();
      };
    },
    poll(tag, everyMs) {
      let dueMs = clock.nowMs() + everyMs;
      let cancel: (() => void) | undefined;
      const beat = (): void => {
        cancel?.();
        cancel = undefined;
        if (!isSeen(window)) return;
        const leftMs = dueMs - clock.nowMs();
        if (leftMs <= 0) {
          dueMs = clock.nowMs() + everyMs;
          refresh([tag]);
        }
        cancel = scheduler.runAfter(leftMs <= 0 ? everyMs : leftMs, beat);
      };
      const unwatch = watchSeen(window, beat);
      beat();
      return () => {
        unwatch();
        cancel?.();
      };
    },
    refresh,
  };
}
