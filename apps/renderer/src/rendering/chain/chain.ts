import type { OutcomeStatus, OutcomeViews } from '../pages/outcome-view.decorator.ts';
import type { PageMetadata } from '../pages/page.metadata.ts';
import type { LayoutContext } from './layout-context.ts';

export interface Chain {
  readonly layouts: readonly LayoutContext[];
  readonly page?: PageMetadata;
  readonly ownOutcomeViews: readonly OutcomeViews[];
}

export interface OutcomePlace {
  readonly chain: Chain;
  /** Number of outer layouts around the outcome. */
  readonly visible: number;
  readonly isPage: boolean;
}

export function findOutcomeView(
  { chain, visible, isPage }: OutcomePlace,
  status: OutcomeStatus,
): string | undefined {
  const layouts = chain.layouts.slice(0, visible).map((layout) => layout.outcomeViews);
  const views = [...(isPage ? chain.ownOutcomeViews : []), ...layouts.toReversed()];
  return views.find((named) => named[status])?.[status];
}
