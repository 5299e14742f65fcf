import { createElement, memo } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { SegmentContent } from '../cache/shown-page.ts';
import { useApplication, useWhereabouts } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';

interface OutletProps {
  readonly depth: number;
}

/** The segment at that depth, and in it all that are deeper. */
export function Outlet({ depth }: OutletProps): ReactNode {
  const { page } = useWhereabouts();
  const segment = page.segments[depth];
  if (!segment) return null;
  const isLast = depth === page.segments.length - 1;
  // A page keeps its state while only its query changes.
  const key = isLast ? `${segment.view} ${page.url.split('?', 1)[0]}` : segment.key;
  return (
    <ErrorBoundary key={key} of={page}>
      <Segment segment={segment} depth={depth} />
    </ErrorBoundary>
  );
}

/** Not rendered again as long as its content is the same, whatever changes inside it. */
const Segment = memo(function Segment({
  segment: { view, props },
  depth,
}: OutletProps & { readonly segment: SegmentContent }): ReactNode {
  const component = useApplication().views.find(view);
  if (!component) throw new Error(`This build has no view named ${view}.`);
  return createElement(component as ComponentType<object>, props, <Outlet depth={depth + 1} />);
});
