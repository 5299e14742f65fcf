import { runtimeLimits } from '#page-protocol';
import type { Clock, PageData, SegmentData } from '#page-protocol';
import type { DeferredData, DeferredSegment } from '../deferred/deferred-data.ts';
import { createLruCache } from './lru-cache.ts';
import type { LruCache, RunWhenIdle } from './lru-cache.ts';
import { toContent } from './shown-page.ts';
import type { SegmentContent, ShownPage } from './shown-page.ts';

/** Tags to invalidate. Null matches every segment. */
export type Tags = readonly string[] | null;

export interface FoundPage {
  readonly page: ShownPage;
  readonly isStale: boolean;
  /**
   * True when all deferred data have arrived. False after a prefetch, and when the visitor left the
   * page early.
   */
  readonly isWhole: boolean;
}

export interface PageCache {
  /** Keys are canonical addresses, and the addresses that redirected to them. */
  readonly routes: LruCache<Route>;
  readonly segments: LruCache<Segment>;
  /** Grows with every change. An answer to an earlier request may be older than the change. */
  epoch(): number;
  /** Begins a new epoch, in which nothing is invalidated, and returns it. */
  advance(): number;
  /** Returns whether something was invalidated after that epoch. */
  isPast(askedIn: number): boolean;
  /**
   * Stores an answer and returns its page. `askedIn` is the epoch at the request. Returns undefined
   * when the answer leaves out a segment that is no longer in the cache.
   */
  take(answer: PageData, deferred: DeferredData, askedIn?: number): ShownPage | undefined;
  /**
   * Returns the page when the cache has all its segments and they are young enough. `isAnyAge`
   * ignores the age, for back and forward.
   */
  find(url: string, isAnyAge?: boolean): FoundPage | undefined;
  use(page: ShownPage): void;
  /**
   * Returns the keys of fresh segments, which the server need not send. Considers the segments of
   * the page at `url`, the layouts at `shape`, and `others`.
   */
  listHeld(url: string, others: readonly { readonly key: string }[], shape?: string): string[];
  /**
   * Forgets segments with one of these tags. Null forgets all segments. Undefined forgets all
   * segments and all routes. Segments in `fresh` stay.
   */
  invalidate(tags?: Tags, fresh?: readonly SegmentContent[]): void;
}

interface Aged {
  readonly sinceMs: number;
  /**
   * Age in milliseconds from which the route or segment is stale. Pages show stale data while newer
   * data load in the background. `EXPIRED` marks data that have changed on the server.
   */
  staleMs: number;
}

export const EXPIRED = -1;

interface Route extends Aged {
  readonly url: string;
  readonly status: number;
  readonly keys: readonly string[];
}

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
      // Marks the layouts as used, so that the cache keeps them as long as the page.
      cache.use(page);
      return page;
    },
    find(url, isAnyAge) {
      const route = routes.find(url);
      // Only the server knows where an old redirect leads now.
      if (!route || (route.url !== url && isOver(route, route.staleMs))) return undefined;
      const { keys, status } = route;
      const held = keys.flatMap((key) => segments.find(key) ?? []);
      const parts = [route, ...held];
      const isWhole = held.every(({ deferred }) => deferred.isWhole());
      // The visitor may have access to a refused page by now, so only back and forward show an
      // outcome from the cache.
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
      // No tag says what a redirect depends on, so every redirect is forgotten.
      routes.invalidate(({ url }, at) => tags === undefined || url !== at);
    },
  };
  return cache;
}

/**
 * Stores the segment. Parts that are equal to parts of the earlier segment become the same objects,
 * so React renders only what changed.
 */
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
