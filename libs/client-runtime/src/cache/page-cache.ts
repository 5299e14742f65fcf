import { runtimeLimits } from '#shared';
import type { Clock, PageData } from '#shared';
import type { DeferredData } from '../deferred/deferred-data.ts';
import type { RunWhenIdle } from './lru-cache.ts';
import { createRouteCache } from './route-cache.ts';
import type { RouteCache } from './route-cache.ts';
import { createSegmentCache } from './segment-cache.ts';
import type { Segment, SegmentCache } from './segment-cache.ts';
import type { ShownPage } from './shown-page.ts';

export interface FoundPage {
  readonly page: ShownPage;
  /** To be shown, and loaded again behind. */
  readonly isStale: boolean;
  /** All that it defers has arrived. Not of a page that was prefetched, or left before its end. */
  readonly isWhole: boolean;
}

/** Pages put together of what the route cache and the segment cache hold (DESIGN §4). */
export interface PageCache {
  readonly routes: RouteCache;
  readonly segments: SegmentCache;
  /** Grows with every invalidation: an answer that was asked for before one may be older than that. */
  epoch(): number;
  /**
   * Keeps an answer that was asked for in an epoch, this one unless said. Undefined when it leaves out a
   * segment that is not held any longer.
   */
  take(answer: PageData, deferred: DeferredData, askedIn?: number): ShownPage | undefined;
  /**
   * The page at an address, when all of it is held and young enough to be shown. `isAnyAge`: as the browser's
   * own back and forward, which show what was there.
   */
  find(url: string, isAnyAge?: boolean): FoundPage | undefined;
  /** Keys of the segments of that address, and of the `others`, that need not be loaded again. */
  listHeld(url: string, others: readonly { readonly key: string }[]): string[];
  /** Forgets what has one of these tags; everything, when none are given. */
  invalidate(tags?: readonly string[]): void;
}

interface Aged {
  readonly receivedAtMs: number;
  readonly staleMs: number;
}

export function createPageCache(clock: Clock, runWhenIdle: RunWhenIdle): PageCache {
  const routes = createRouteCache(runWhenIdle);
  const segments = createSegmentCache(runWhenIdle);

  let epoch = 0;

  const isOver = ({ receivedAtMs }: Aged, ageMs: number): boolean =>
    clock.nowMs() - receivedAtMs >= ageMs;

  const isFresh = (part: (Aged & Partial<Segment>) | undefined): boolean =>
    part !== undefined && part.deferred?.isWhole() !== false && !isOver(part, part.staleMs);

  return {
    routes,
    segments,
    epoch: () => epoch,
    take(answer, deferred, askedIn = epoch) {
      const receivedAtMs = clock.nowMs();
      const { url, status } = answer;
      const staleMs = askedIn === epoch ? answer.staleMs : 0;
      const contents = answer.segments.flatMap((data, index) => {
        const late = deferred.segments[index];
        const content =
          data.data === undefined || !late
            ? segments.find(data.key)?.content
            : segments.take(data, { deferred: late, receivedAtMs, staleMs });
        return content ?? [];
      });
      if (contents.length < answer.segments.length) return undefined;
      routes.note(answer, receivedAtMs);
      return { url, status, segments: contents };
    },
    find(url, isAnyAge = false) {
      const route = routes.find(url);
      if (!route) return undefined;
      const { keys, status } = route;
      const held = keys.flatMap((key) => segments.find(key) ?? []);
      const parts = [route, ...held];
      const isWhole = held.every(({ deferred }) => deferred.isWhole());
      // What was not to be seen may be by now.
      const isUsable =
        status < 400 && !parts.some((part) => isOver(part, runtimeLimits.prefetchReusableMs));
      if (held.length < keys.length || !(isAnyAge || isUsable)) return undefined;
      return {
        page: { url, status, segments: held.map(({ content }) => content) },
        isStale: !isAnyAge && !parts.every(isFresh),
        isWhole,
      };
    },
    listHeld(url, others) {
      const keys = [...others.map(({ key }) => key), ...(routes.find(url)?.keys ?? [])];
      return [...new Set(keys)].filter((key) => isFresh(segments.find(key)));
    },
    invalidate(tags) {
      epoch += 1;
      segments.invalidate(({ content }) => !tags || content.tags.some((tag) => tags.includes(tag)));
      if (!tags) routes.invalidate(() => true);
    },
  };
}
