import type { View } from '#client-runtime';
import { loadingSuffix } from '#shared';

/**
 * What the file of a view exports: `Page` from `*.page.tsx`, `Layout` from `*.layout.tsx`, and beside either of them
 * what stands in its place while its data is on its way.
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
