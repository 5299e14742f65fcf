import { EXPIRED } from './page-cache.ts';
import type { PageCache } from './page-cache.ts';
import type { ShownPage } from './shown-page.ts';

/** Knows which of the held segments have changed on the server (ADR 167): they are shown, and loaded again behind. */
export interface Expiry {
  /** Marks segments with one of these tags as changed. */
  expire(tags: readonly string[]): void;
  /** A page that was asked for in an epoch has arrived: what changed since may lack in it. */
  note(page: ShownPage, askedIn: number): void;
  /** Whether something of a page has changed since it was asked for. */
  readonly isExpired: (page: ShownPage) => boolean;
}

export function createExpiry({
  segments,
  advance,
}: Pick<PageCache, 'segments' | 'advance'>): Expiry {
  /** The epoch in which each tag last changed. */
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
    isExpired: (page) => page.segments.some(({ key }) => segments.find(key)?.staleMs === EXPIRED),
  };
}
