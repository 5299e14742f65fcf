import { EXPIRED } from './page-cache.ts';
import type { PageCache } from './page-cache.ts';
import type { ShownPage } from './shown-page.ts';

/**
 * Marks cached segments whose data have changed on the server. Pages show marked segments until
 * newer data have loaded in the background.
 */
export interface Expiry {
  expire(tags: readonly string[]): void;
  /**
   * Marks segments of a page when their data changed between request and answer. `askedIn` is the
   * cache's epoch (a count of changes) at the request.
   */
  note(page: ShownPage, askedIn: number): void;
  /** Counts a segment that was invalidated and did not load again as expired, too. */
  readonly isExpired: (page: ShownPage) => boolean;
}

export function createExpiry({
  segments,
  advance,
}: Pick<PageCache, 'segments' | 'advance'>): Expiry {
  const expiredIn = new Map<string, number>();
  return {
    expire(tags) {
      const epoch = advance();
      for (const tag of tags) expiredIn.set(tag, epoch);
      for (const segment of segments.values()) {
        if (segment.content.tags.some((tag) => tags.includes(tag))) segment.staleMs = EXPIRED;
      }
    },
    note({ segments: contents }, askedIn) {
      for (const { key, tags } of contents) {
        const segment = segments.find(key);
        if (segment && tags.some((tag) => (expiredIn.get(tag) ?? 0) > askedIn)) {
          segment.staleMs = EXPIRED;
        }
      }
    },
    isExpired: (page) =>
      page.segments.some(({ key }) => (segments.find(key)?.staleMs ?? EXPIRED) === EXPIRED),
  };
}
