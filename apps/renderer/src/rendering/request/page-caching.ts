import type { PageRequest } from './page-request.ts';

/** `Cache-Control` of a page's address: nobody else may keep it, and page data nobody at all. */
export function pageCaching({ format }: Pick<PageRequest, 'format'>): string {
  return format === 'data' ? 'private, no-store' : 'private, no-cache';
}
