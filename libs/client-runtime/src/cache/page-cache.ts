import { runtimeLimits } from '#shared';
import type { Clock, PageData } from '#shared';
import type { DeferredData } from '../deferred/deferred-data.ts';
import type { LruCacheOptions } from './lru-cache.ts';
import { RouteCache } from './route-cache.ts';
import { SegmentCache } from './segment-cache.ts';
import type { Segment } from './segment-cache.ts';
import type { ShownPage } from './shown-page.ts';

export interface FoundPage {
  readonly page: ShownPage;
  /** To be shown, and loaded again behind. */
  readonly isStale: boolean;
}

/** Pages put together of what the route cache and the segment cache hold (DESIGN §4). */
export class PageCache {
  readonly #clock: Clock;
  readonly routes: RouteCache;
  readonly segments: SegmentCache;

  constructor({ clock, runWhenIdle }: { clock: Clock } & Pick<LruCacheOptions, 'runWhenIdle'>) {
    this.#clock = clock;
    this.routes = new RouteCache({ runWhenIdle });
    this.segments = new SegmentCache({ runWhenIdle });
  }

  /** Keeps an answer. Undefined when it leaves out a segment that is not held any longer. */
  take(answer: PageData, deferred: DeferredData): ShownPage | undefined {
    const receivedAtMs = this.#clock.nowMs();
    const { url, status, staleMs } = answer;
    const segments = answer.segments.flatMap((data, index) => {
      const content =
        data.data === undefined
          ? this.segments.find(data.key)?.content
          : this.segments.take({ data, deferred: deferred.of(index), receivedAtMs, staleMs });
      return content ?? [];
    });
    if (segments.length < answer.segments.length) return undefined;
    this.routes.note(answer, receivedAtMs);
    return { url, status, segments };
  }

  /**
   * The page at an address, when all of it is held and young enough to be shown. `anyAge`: as the browser's
   * own back and forward, which show what was there.
   */
  find(url: string, { anyAge = false } = {}): FoundPage | undefined {
    const route = this.routes.find(url);
    // What was not to be seen may be by now.
    if (!route || (route.status >= 400 && !anyAge)) return undefined;
    const held = route.keys.map((key) => this.segments.find(key));
    const segments = held.filter((segment) => segment !== undefined);
    if (segments.length < held.length) return undefined;
    const parts = [route, ...segments];
    const isOld = parts.some((part) => this.#ageOf(part) >= runtimeLimits.prefetchReusableMs);
    if (isOld && !anyAge) return undefined;
    return {
      page: { url, status: route.status, segments: segments.map(({ content }) => content) },
      isStale: anyAge
        ? segments.some((segment) => !segment.deferred.isWhole())
        : this.#isStale(route) || segments.some((segment) => !this.#isFresh(segment)),
    };
  }

  /** Keys of the segments of that address, and of the `others`, that need not be loaded again. */
  listFresh(url: string, others: readonly { readonly key: string }[]): string[] {
    const keys = new Set([...others.map(({ key }) => key), ...(this.routes.find(url)?.keys ?? [])]);
    return [...keys].filter((key) => {
      const segment = this.segments.find(key);
      return segment !== undefined && this.#isFresh(segment);
    });
  }

  /** Forgets what has one of these tags; everything, when none are given. */
  invalidate(tags?: readonly string[]): void {
    if (tags) {
      this.segments.invalidate(tags);
      return;
    }
    this.segments.clear();
    this.routes.clear();
  }

  #isFresh(segment: Segment): boolean {
    return segment.deferred.isWhole() && !this.#isStale(segment);
  }

  #isStale(part: { readonly receivedAtMs: number; readonly staleMs: number }): boolean {
    return this.#ageOf(part) >= part.staleMs;
  }

  #ageOf({ receivedAtMs }: { readonly receivedAtMs: number }): number {
    return this.#clock.nowMs() - receivedAtMs;
  }
}
