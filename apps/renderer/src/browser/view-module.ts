import type { View } from '#client-runtime';

/** What the file of a view exports: `Page` from `*.page.tsx`, `Layout` from `*.layout.tsx`. */
export interface ViewModule {
  readonly Page?: View;
  readonly Layout?: View;
}

export function toView(module: ViewModule, name: string): View {
  const view = module.Page ?? module.Layout;
  if (!view) throw new Error(`${name} exports neither Page nor Layout by that name.`);
  return view;
}
