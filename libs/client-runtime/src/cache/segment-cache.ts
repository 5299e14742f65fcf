import { runtimeLimits } from '#shared';
import type { SegmentData } from '#shared';
import type { DeferredSegment } from '../deferred/deferred-data.ts';
import { shareStructure } from '../deferred/share-structure.ts';
import { LruCache } from './lru-cache.ts';
import type { LruCacheOptions } from './lru-cache.ts';
import { toContent } from './shown-page.ts';
import type { SegmentContent } from './shown-page.ts';

export interface Segment {
  readonly content: SegmentContent;
  readonly deferred: DeferredSegment;
  readonly receivedAtMs: number;
  /** Age from which it is shown and loaded again behind. */
  readonly staleMs: number;
}

export interface ReceivedSegment extends Omit<Segment, 'content'> {
  readonly data: SegmentData;
}

/** The content of segments, by key. */
export class SegmentCache {
  readonly #segments: LruCache<Segment>;

  constructor(options: Pick<LruCacheOptions, 'runWhenIdle'>) {
    this.#segments = new LruCache({ ...options, maxBytes: runtimeLimits.segmentCacheBytes });
  }

  get bytes(): number {
    return this.#segments.bytes;
  }

  find(key: string): Segment | undefined {
    return this.#segments.find(key);
  }

  /** Keeps what arrived; what of it equals what was there keeps its identity. */
  take({ data: segment, ...received }: ReceivedSegment): SegmentContent {
    const { deferred } = received;
    const { key } = segment;
    const known = this.#segments.find(key);
    if (known) deferred.follow(known.deferred);
    const content = shareStructure(known?.content, toContent(segment, deferred));
    const kept: Segment = { ...received, content };
    this.#segments.set(key, kept, JSON.stringify(segment).length);
    deferred.onArrival = (bytes) => this.#segments.grow(key, kept, bytes);
    return content;
  }

  /** Forgets every segment that has one of these tags. */
  invalidate(tags: readonly string[]): void {
    this.#segments.deleteWhere(({ content }) => content.tags.some((tag) => tags.includes(tag)));
  }

  clear(): void {
    this.#segments.clear();
  }
}
