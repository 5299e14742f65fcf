import type { PageRequest } from './page-request.ts';

export function pageCaching({ format }: Pick<PageRequest, 'format'>): string {
  return format === 'data' ? 'private, no-store' : 'private, no-cache';
}
