import { loadingSuffix } from '#page-protocol';
import type { PageCache } from '../cache/page-cache.ts';
import type { SegmentContent, ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
import type { CurrentPage } from './current-page.ts';

export interface FindShellParts {
  readonly cache: Pick<PageCache, 'find'>;
  readonly code: Pick<CodeLoader, 'prepare'>;
  readonly views: Pick<ViewRegistry<unknown>, 'find'>;
  readonly where: Pick<CurrentPage, 'page'>;
}

/**
 * Returns what can be shown before a page's data arrive: its layouts from the cache, and the
 * loading view of the first missing segment. Returns undefined when there is no such view, or when
 * its code is not loaded.
 */
export type FindShell = (url: string) => ShownPage | undefined;

export function createFindShell({ cache, code, views, where }: FindShellParts): FindShell {
  return (url) => {
    const { shape, views: names } = code.prepare(url);
    const shown = where.page.segments.slice(0, -1);
    const isAlike = code.prepare(where.page.url).shape === shape;
    const own = isAlike ? shown : cache.find(shape)?.page.segments;
    const segments: SegmentContent[] = [];
    for (const segment of own ?? shown) {
      const { key, view } = segment;
      // A layout that does not depend on the address has its view's name as key, so it fits any
      // page.
      const isHeld = view === names[segments.length] && (own ?? key === view);
      if (!isHeld || !views.find(view)) break;
      segments.push(segment);
    }
    const view = names[segments.length] + loadingSuffix;
    if (!views.find(view)) return undefined;
    segments.push({ key: view, view, head: {}, tags: [], props: {} });
    return { url, status: 200, segments, isShell: true };
  };
}
