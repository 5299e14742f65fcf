import { Activity, createElement, memo, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { SegmentContent } from '../cache/shown-page.ts';
import { PlacesContext, useApplication, usePlaces } from './context.ts';
import type { Places, PlacedPage } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';

interface OutletProps {
  readonly depth: number;
}

/**
 * Renders the segment at `depth` with all deeper ones, followed by the pages that stay hidden for
 * back and forward. The visible segment comes first, so that a search through the document finds it
 * first.
 */
export function Outlet({ depth }: OutletProps): ReactNode {
  const places = usePlaces();
  const [shown, left] = places;
  const groups = [...groupBySegment(places, depth)];
  // Keeps the previous page first until the prepared page is visible. Moving the page now would
  // make the browser drop its layout.
  if (shown.isUncovered && groups[1]?.[1][0] === left) groups.unshift(...groups.splice(1, 1));
  return groups.map(([key, group]) => {
    const [place] = group;
    const { page } = place;
    return (
      <Activity key={key} mode={place === shown ? 'visible' : 'hidden'}>
        <PlacesContext value={group}>
          <ErrorBoundary of={page}>
            <Segment segment={page.segments[depth] as SegmentContent} depth={depth} />
          </ErrorBoundary>
          {/* Follows the page, so that its effects run after those of the page's views. */}
          {!page.segments[depth + 1] && <Arrival place={place} />}
        </PlacesContext>
      </Activity>
    );
  });
}

/**
 * Reports the arrival from inside the page, because a page is hydrated later than what surrounds
 * it.
 */
function Arrival({ place }: { readonly place: PlacedPage }): ReactNode {
  const told = useRef<PlacedPage>(null);
  useInsertionEffect(() => place.onPrepared?.(), [place]);
  useLayoutEffect(() => {
    // React repeats layout effects after a suspension.
    if (told.current !== place) place.onShown?.();
    told.current = place;
  }, [place]);
  return null;
}

function groupBySegment(places: Places, depth: number): Map<string, Places> {
  const groups = new Map<string, Places>();
  for (const place of places) {
    const { page, stay } = place;
    const segment = page.segments[depth];
    if (!segment) continue;
    // A page keeps its state while only its query changes.
    const key = page.segments[depth + 1] ? segment.key : `${segment.view} ${stay}`;
    groups.set(key, [...(groups.get(key) ?? ([] as const)), place]);
  }
  return groups;
}

const Segment = memo(function Segment({
  segment: { view, props },
  depth,
}: OutletProps & { readonly segment: SegmentContent }): ReactNode {
  // The code of a page's views is loaded before the page is shown.
  const component = useApplication().views.find(view) as ComponentType<object>;
  return createElement(component, props, <Outlet depth={depth + 1} />);
});
