import { runtimeLimits } from '#shared';
import type { PageData } from '#shared';
import { createLruCache } from './lru-cache.ts';
import type { LruCache, RunWhenIdle } from './lru-cache.ts';

/** The shape of one address: what is there, without the data. */
export interface Route {
  readonly status: number;
  readonly staleMs: number;
  readonly receivedAtMs: number;
  /** Of its segments, outermost first. */
  readonly keys: readonly string[];
}

/** Which segments each address has, by its canonical path and query. */
export interface RouteCache extends Pick<LruCache<Route>, 'bytes' | 'find' | 'invalidate'> {
  note(page: PageData, receivedAtMs: number): void;
}

export function createRouteCache(runWhenIdle: RunWhenIdle): RouteCache {
  const routes = createLruCache<Route>(runtimeLimits.routeCacheBytes, runWhenIdle);
  return {
    ...routes,
    note({ url, status, staleMs, segments }, receivedAtMs) {
      const keys = segments.map(({ key }) => key);
      const route = { status, staleMs, receivedAtMs, keys };
      routes.set(url, route, url.length + keys.join().length);
    },
  };
}
