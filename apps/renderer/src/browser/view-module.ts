import type { View } from '#client-runtime';
import { loadingSuffix } from '#shared';

/**
 * Exports of a view's file: `*.page.tsx` exports `Page`, `*.layout.tsx` exports `Layout`. Both may
 * export `Loading`, which is shown until the data arrive.
 */
export interface ViewModule {
  readonly Page?: View;
  readonly Layout?: View;
  readonly Loading?: View;
}

/**
 * Returns the component of a view, such as `issue-pages/issue.page`. Names of loading views end in
 * `loadingSuffix`. Throws when the file does not export the component.
 */
export function toView(module: ViewModule, name: string): View {
  const view = name.endsWith(loadingSuffix) ? module.Loading : (module.Page ?? module.Layout);
  if (!view) throw new Error(`${name} exports neither Page nor Layout by that name.`);
  return view;
}
