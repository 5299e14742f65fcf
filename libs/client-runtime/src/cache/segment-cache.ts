import { runtimeLimits } from '#shared';
import type { SegmentData } from '#shared';
import type { DeferredSegment } from '../deferred/deferred-data.ts';
import { shareStructure } from '../deferred/share-structure.ts';
import { createLruCache } from './lru-cache.ts';
import type { LruCache, RunWhenIdle } from './lru-cache.ts';
import { toContent } from './shown-page.ts';
import type { SegmentContent } from './shown-page.ts';

export interface Segment {
  readonly content: SegmentContent;
  readonly deferred: DeferredSegment;
  readonly receivedAtMs: number;
  /** Age from which it is shown and loaded again behind. */
  readonly staleMs: number;
}

/** The content of segments, by key. */
export interface SegmentCache extends Pick<LruCache<Segment>, 'bytes' | 'find' | 'invalidate'> {
  /** Keeps what arrived; what of it equals what was there keeps its identity. */
  take(data: SegmentData, received: Omit<Segment, 'content'>): SegmentContent;
}

export function createSegmentCache(runWhenIdle: RunWhenIdle): SegmentCache {
  const segments = createLruCache<Segment>(runtimeLimits.segmentCacheBytes, runWhenIdle);
  return {
    ...segments,
    take(data, received) {
      const { deferred } = received;
      const { key } = data;
      const known = segments.find(key);
      if (known) deferred.follow(known.deferred);
      const content = shareStructure(known?.content, toContent(data, deferred));
      const kept: Segment = { ...received, content };
      segments.set(key, kept, JSON.stringify(data).length);
      deferred.onArrival = (bytes) => segments.add(key, kept, bytes);
      return content;
    },
  };
}
