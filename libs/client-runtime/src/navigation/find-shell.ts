import { loadingSuffix } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
import type { SegmentContent, ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface FindShellParts {
  readonly cache: Pick<PageCache, 'routes' | 'segments'>;
  readonly code: Pick<CodeLoader, 'prepare'>;
  readonly views: Pick<ViewRegistry<unknown>, 'find'>;
  readonly where: Pick<Whereabouts, 'page'>;
}

/**
 * What can be shown of the page at an address before its data is there: the layouts that are held, and the `Loading` of
 * the first segment that is not. Undefined when that has none, or its code is not there.
 */
export type FindShell = (url: string) => ShownPage | undefined;

export function createFindShell({ cache, code, views, where }: FindShellParts): FindShell {
  return (url) => {
    const expected = code.prepare(url);
    const { keys, status = 200 } = cache.routes.find(expected.shape) ?? {};
    const segments: SegmentContent[] = [];
    // A layout that reads nothing of the address is named by its view.
    for (const key of keys ?? expected.views) {
      const shown = where.page.segments.find((segment) => segment.key === key);
      const segment = cache.segments.find(key)?.content ?? shown;
      if (!segment) break;
      segments.push(segment);
    }
    const view = expected.views[segments.length] + loadingSuffix;
    if (status >= 400 || !views.find(view)) return undefined;
    const loading = { key: view, view, head: {}, tags: [], props: {} };
    return { url, status, segments: [...segments, loading], isShell: true };
  };
}
