import { Activity, createElement, memo, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { SegmentContent } from '../cache/shown-page.ts';
import { PlacesContext, useApplication, usePlaces } from './context.ts';
import type { Places, Whereabouts } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';

interface OutletProps {
  readonly depth: number;
}

/**
 * The segment at that depth, and in it all that are deeper; behind it those of the pages that are kept,
 * hidden. It comes first in the document: whoever looks for an element there finds the one that is seen.
 */
export function Outlet({ depth }: OutletProps): ReactNode {
  const places = usePlaces();
  const [shown, left] = places;
  const groups = [...groupBySegment(places, depth)];
  // It stays in front until what was uncovered is seen: to move it, the browser would drop its boxes first.
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
          {/* Behind the page: its effects run after those of the page's views. */}
          {!page.segments[depth + 1] && <Arrival place={place} />}
        </PlacesContext>
      </Activity>
    );
  });
}

/** With the page: it comes alive later than what is around it. */
function Arrival({ place }: { readonly place: Whereabouts }): ReactNode {
  const told = useRef<Whereabouts>(null);
  useInsertionEffect(() => place.onPrepared?.(), [place]);
  useLayoutEffect(() => {
    // React does it again when what it is in was suspended.
    if (told.current !== place) place.onShown?.();
    told.current = place;
  }, [place]);
  return null;
}

/** Pages that share the segment at that depth stand together; those that end before it are left out. */
function groupBySegment(
  places: Places,
  depth: number,
): Map<string, [Whereabouts, ...Whereabouts[]]> {
  const groups = new Map<string, [Whereabouts, ...Whereabouts[]]>();
  for (const place of places) {
    const { page, stay } = place;
    const segment = page.segments[depth];
    if (!segment) continue;
    // A page keeps its state while only its query changes.
    const key = page.segments[depth + 1] ? segment.key : `${segment.view} ${stay}`;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  return groups;
}

/** Not rendered again as long as its content is the same, whatever changes inside it. */
const Segment = memo(function Segment({
  segment: { view, props },
  depth,
}: OutletProps & { readonly segment: SegmentContent }): ReactNode {
  const component = useApplication().views.find(view);
  if (!component) throw new Error(`No view ${view}`);
  return createElement(component as ComponentType<object>, props, <Outlet depth={depth + 1} />);
});
