import type { OutcomeStatus, OutcomeViews } from '../pages/outcome-view.decorator.ts';
import type { PageMetadata } from '../pages/page.metadata.ts';
import type { LayoutContext } from './layout-context.ts';

/** What stands around and at an address: layouts, outermost first, and the page. */
export interface Chain {
  readonly layouts: readonly LayoutContext[];
  /** Absent at an address that is no page's. */
  readonly page?: PageMetadata;
  /** Outcome views that the page's method and its controller name, nearest first. */
  readonly ownOutcomeViews: readonly OutcomeViews[];
}

/** Where in a chain something ended. */
export interface OutcomePlace {
  readonly chain: Chain;
  /** How many layouts, from the outermost on, stand around the outcome. */
  readonly visible: number;
  /** It is the page that ended, or a datum of it: not a layout. */
  readonly isPage: boolean;
}

/** Name of the nearest view for an outcome; undefined when nobody around it names one. */
export function findOutcomeView(
  { chain, visible, isPage }: OutcomePlace,
  status: OutcomeStatus,
): string | undefined {
  const layouts = chain.layouts.slice(0, visible).map((layout) => layout.outcomeViews);
  const views = [...(isPage ? chain.ownOutcomeViews : []), ...layouts.toReversed()];
  return views.find((named) => named[status])?.[status];
}
