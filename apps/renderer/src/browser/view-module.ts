import type { View } from '#client-runtime';
import { loadingSuffix } from '#shared';

/**
 * Exports of a view's file: `*.page.tsx` exports `Page`, `*.layout.tsx` exports `Layout`, and
 * `*.part.tsx` exports `Part`. Pages and layouts may export `Loading`, which is shown until the
 * data arrive.
 */
export interface ViewModule {
  readonly Page?: View;
  readonly Layout?: View;
  readonly Part?: View;
  readonly Loading?: View;
  /** Names and views of the page's parts, which the build adds. */
  readonly parts?: Readonly<Record<string, View>>;
}

/**
 * Returns the component of a view, such as `issue-pages/issue.page`. Names of loading views end in
 * `loadingSuffix`. Throws when the file does not export the component.
 */
export function toView(module: ViewModule, name: string): View {
  const view = name.endsWith(loadingSuffix)
    ? module.Loading
    : (module.Page ?? module.Layout ?? module.Part);
  if (!view) throw new Error(`${name} exports no Page, Layout or Part by that name.`);
  return view;
}
