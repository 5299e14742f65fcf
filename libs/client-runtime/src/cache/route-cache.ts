import { runtimeLimits } from '#shared';
import type { PageData } from '#shared';
import { LruCache } from './lru-cache.ts';
import type { LruCacheOptions } from './lru-cache.ts';

/** The shape of one address: what is there, without the data. */
export interface Route {
  readonly status: number;
  readonly staleMs: number;
  readonly receivedAtMs: number;
  /** Of its segments, outermost first. */
  readonly keys: readonly string[];
}

/** Which segments each address has, by its canonical path and query. */
export class RouteCache {
  readonly #routes: LruCache<Route>;

  constructor(options: Pick<LruCacheOptions, 'runWhenIdle'>) {
    this.#routes = new LruCache({ ...options, maxBytes: runtimeLimits.routeCacheBytes });
  }

  get bytes(): number {
    return this.#routes.bytes;
  }

  find(url: string): Route | undefined {
    return this.#routes.find(url);
  }

  note({ url, status, staleMs, segments }: PageData, receivedAtMs: number): void {
    const keys = segments.map(({ key }) => key);
    const route = { status, staleMs, receivedAtMs, keys };
    this.#routes.set(url, route, url.length + keys.join(' ').length);
  }

  clear(): void {
    this.#routes.clear();
  }
}
