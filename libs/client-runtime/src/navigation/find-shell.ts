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
    const { shape, views: names, layouts } = code.prepare(url);
    const shown = where.page.segments.slice(0, -1);
    const shownLayouts = code.prepare(where.page.url).layouts;
    const own = cache.find(shape)?.page.segments;
    const segments: SegmentContent[] = [];
    for (const segment of own ?? shown) {
      const { view } = segment;
      const at = segments.length;
      // A shown layout fits the page when it would read the same of its address.
      const isHeld = view === names[at] && (own ?? layouts[at] === shownLayouts[at]);
      if (!isHeld || !views.find(view)) break;
      segments.push(segment);
    }
    const view = names[segments.length] + loadingSuffix;
    if (!views.find(view)) return undefined;
    segments.push({ key: view, view, head: {}, tags: [], props: {} });
    return { url, status: 200, segments, isShell: true };
  };
}
