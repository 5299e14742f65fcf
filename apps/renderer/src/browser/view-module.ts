import type { View } from '#client-runtime';
import { loadingSuffix } from '#shared';

/**
 * The exports of a view's file: `*.page.tsx` exports `Page`, `*.layout.tsx` exports `Layout`, and either may export a
 * `Loading`, which is shown until the data is there.
 */
export interface ViewModule {
  readonly Page?: View;
  readonly Layout?: View;
  readonly Loading?: View;
}

/** The component of that name: `issue-pages/issue.page`, or `issue-pages/issue.page loading`. Throws when there is none. */
export function toView(module: ViewModule, name: string): View {
  const view = name.endsWith(loadingSuffix) ? module.Loading : (module.Page ?? module.Layout);
  if (!view) throw new Error(`${name} exports neither Page nor Layout by that name.`);
  return view;
}
