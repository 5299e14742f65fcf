import type { PageData } from '#shared';
import { createElement } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { DeferredData } from '../deferred/deferred-data.ts';
import type { ViewRegistry } from '../hydration/views.ts';
import { BasePathContext } from './base-path.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ViewsContext } from './views-context.ts';
import type { View } from './views-context.ts';

export interface PageTreeProps {
  readonly basePath: string;
  readonly page: PageData;
  readonly deferred: DeferredData;
  /** Those of the page's segments are loaded. */
  readonly views: ViewRegistry<View>;
}

/** A page as its chain of segments, outermost first: the same tree on the server and in the browser. */
export function PageTree({ basePath, page, deferred, views }: PageTreeProps): ReactNode {
  const tree = page.segments.reduceRight<ReactNode>((children, segment, index) => {
    const view = views.find(segment.view);
    if (!view) throw new Error(`No view is loaded under the name ${segment.view}.`);
    const props = {
      ...(segment.data as object),
      ...(segment.deferred && deferred.propsOf(index, segment.deferred)),
      key: segment.key,
    };
    return createElement(view as ComponentType<object>, props, children);
  }, null);
  return (
    <BasePathContext value={basePath}>
      <ViewsContext value={views}>
        <ErrorBoundary>{tree}</ErrorBoundary>
      </ViewsContext>
    </BasePathContext>
  );
}
