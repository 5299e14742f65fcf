import { createContext, createElement, memo, useContext, ViewTransition } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { SegmentContent, ShownPage } from '../cache/shown-page.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ViewsContext } from './views-context.ts';

export const PageContext = createContext<ShownPage | undefined>(undefined);

/** The segment at that depth, and in it all that are deeper. */
export function Outlet({ depth }: { readonly depth: number }): ReactNode {
  const page = useContext(PageContext);
  const segment = page?.segments[depth];
  if (!page || !segment) return null;
  const isLast = depth === page.segments.length - 1;
  const content = (
    <ErrorBoundary key={isLast ? toIdentity(page, segment) : segment.key} page={page}>
      <Segment segment={segment} depth={depth} />
    </ErrorBoundary>
  );
  if (!isLast) return content;
  return (
    <ViewTransition default={toAnimation()} update="none">
      {content}
    </ViewTransition>
  );
}

/** Not rendered again as long as its content is the same, whatever changes inside it. */
const Segment = memo(function Segment({
  segment,
  depth,
}: {
  readonly segment: SegmentContent;
  readonly depth: number;
}): ReactNode {
  const view = useContext(ViewsContext)?.find(segment.view);
  if (!view) throw new Error(`No view is loaded under the name ${segment.view}.`);
  return createElement(view as ComponentType<object>, segment.props, <Outlet depth={depth + 1} />);
});

/** A page keeps its state while only its query changes. */
function toIdentity({ url, status }: ShownPage, { key, view }: SegmentContent): string {
  return status >= 400 ? key : `${view} ${url.split('?', 1)[0]}`;
}

function toAnimation(): 'auto' | 'none' {
  const isReduced =
    typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isReduced ? 'none' : 'auto';
}
