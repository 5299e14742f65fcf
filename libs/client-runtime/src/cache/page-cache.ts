import { runtimeLimits } from '#shared';
import type { Clock, PageData, SegmentData } from '#shared';
import type { DeferredData, DeferredSegment } from '../deferred/deferred-data.ts';
import { createLruCache } from './lru-cache.ts';
import type { LruCache, RunWhenIdle } from './lru-cache.ts';
import { toContent } from './shown-page.ts';
import type { SegmentContent, ShownPage } from './shown-page.ts';

/** What is to be forgotten: what has one of these tags; null: whatever its tags are. */
export type Tags = readonly string[] | null;

export interface FoundPage {
  readonly page: ShownPage;
  /** To be shown, and loaded again behind. */
  readonly isStale: boolean;
  /** All that it defers has arrived. Not of a page that was prefetched, or left before its end. */
  readonly isWhole: boolean;
}

/** Pages put together of what the route cache and the segment cache hold. */
export interface PageCache {
  /** By canonical path and query; also by an address that led there. */
  readonly routes: LruCache<Route>;
  /** By key. */
  readonly segments: LruCache<Segment>;
  /** Grows whenever something changes: an answer that was asked for before may be older than that. */
  epoch(): number;
  /** Begins an epoch in which nothing is invalidated. Returns it. */
  advance(): number;
  /** Whether something has been invalidated since that epoch. */
  isPast(askedIn: number): boolean;
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
  /** A page is shown: it is the last to be let go of. */
  use(page: ShownPage): void;
  /** Keys of the segments of that address, of its shape, and of the `others`, that need not be loaded again. */
  listHeld(url: string, others: readonly { readonly key: string }[], shape?: string): string[];
  /**
   * Forgets what has one of these tags, or for null any; everything, shapes too, when none are given. Not the
   * segments that are `fresh`.
   */
  invalidate(tags?: Tags, fresh?: readonly SegmentContent[]): void;
}

interface Aged {
  readonly sinceMs: number;
  /** Age from which it is shown and loaded again behind; `EXPIRED`: something has changed since it was asked for. */
  staleMs: number;
}

export const EXPIRED = -1;

/** The shape of one address: what is there, without the data. */
interface Route extends Aged {
  /** Canonical. */
  readonly url: string;
  readonly status: number;
  /** Of its segments, outermost first. */
  readonly keys: readonly string[];
}

/** What one segment shows. */
export interface Segment extends Aged {
  readonly content: SegmentContent;
  readonly deferred: DeferredSegment;
}

export function createPageCache(clock: Clock, runWhenIdle: RunWhenIdle): PageCache {
  const routes = createLruCache<Route>(runtimeLimits.routeCacheBytes, runWhenIdle);
  const segments = createLruCache<Segment>(runtimeLimits.segmentCacheBytes, runWhenIdle);
  let epoch = 0;
  let invalidatedIn = 0;

  const isOver = ({ sinceMs }: Aged, ageMs: number): boolean => clock.nowMs() - sinceMs >= ageMs;

  const isFresh = (part: (Aged & Partial<Segment>) | undefined): boolean =>
    !!part && part.deferred?.isWhole() !== false && !isOver(part, part.staleMs);

  const cache: PageCache = {
    routes,
    segments,
    epoch: () => epoch,
    advance: () => (epoch += 1),
    isPast: (askedIn) => invalidatedIn > askedIn,
    take(answer, deferred, askedIn = epoch) {
      const { url, status, staleMs } = answer;
      const sinceMs = clock.nowMs();
      const aged = { sinceMs, staleMs: cache.isPast(askedIn) ? EXPIRED : staleMs };
      const contents = answer.segments.flatMap((data, index) => {
        const late = deferred.segments[index];
        const isHeld = data.data === undefined || !late;
        return (
          (isHeld
            ? segments.find(data.key)?.content
            : keepSegment(segments, data, { ...aged, deferred: late })) ?? []
        );
      });
      if (contents.length < answer.segments.length) return undefined;
      const keys = answer.segments.map(({ key }) => key);
      const page = { url, status, segments: contents };
      routes.set(url, { url, status, staleMs, sinceMs, keys }, url.length + keys.join().length);
      // The cache holds a page's layouts as long as the page.
      cache.use(page);
      return page;
    },
    find(url, isAnyAge = false) {
      const route = routes.find(url);
      // Where an old redirect leads now, only the server knows.
      if (!route || (route.url !== url && isOver(route, route.staleMs))) return undefined;
      const { keys, status } = route;
      const held = keys.flatMap((key) => segments.find(key) ?? []);
      const parts = [route, ...held];
      const isWhole = held.every(({ deferred }) => deferred.isWhole());
      // What was not to be seen may be by now.
      const isUsable =
        status < 400 && !parts.some((part) => isOver(part, runtimeLimits.prefetchReusableMs));
      if (held.length < keys.length || !(isAnyAge || isUsable)) return undefined;
      return {
        page: { url: route.url, status, segments: held.map(({ content }) => content) },
        isStale: !isAnyAge && !parts.every(isFresh),
        isWhole,
      };
    },
    use({ url, segments: contents }) {
      routes.use(url);
      for (const { key } of contents) segments.use(key);
    },
    listHeld(url, others, shape = url) {
      const known = [shape, url].flatMap((at) => routes.find(at)?.keys ?? []);
      const keys = new Set([...others.map(({ key }) => key), ...known]);
      return [...keys].filter((key) => isFresh(segments.find(key)));
    },
    invalidate(tags, fresh = []) {
      invalidatedIn = epoch += 1;
      segments.invalidate(
        ({ content }) =>
          !fresh.includes(content) && (!tags || content.tags.some((tag) => tags.includes(tag))),
      );
      // No tag says what a redirect depends on.
      routes.invalidate(({ url }, at) => tags === undefined || url !== at);
    },
  };
  return cache;
}

/** Keeps what arrived; what of it equals what was there keeps its identity. */
function keepSegment(
  segments: LruCache<Segment>,
  data: SegmentData,
  received: Omit<Segment, 'content'>,
): SegmentContent {
  const { key } = data;
  const { deferred } = received;
  const known = segments.find(key);
  if (known) deferred.follow(known.deferred);
  const content = deferred.share(known?.content, toContent(data, deferred));
  const kept: Segment = { ...received, content };
  segments.set(key, kept, JSON.stringify(data).length);
  deferred.note = (bytes) => segments.add(key, kept, bytes);
  return content;
}
