import type { PageRequest } from './page-request.ts';

/**
 * Returns the `Cache-Control` of a page's address: shared caches keep nothing, and no cache keeps
 * page data.
 */
export function pageCaching({ format }: Pick<PageRequest, 'format'>): string {
  return format === 'data' ? 'private, no-store' : 'private, no-cache';
}
