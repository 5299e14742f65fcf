import { createContext, use, useContext } from 'react';
import type { ComponentType } from 'react';
import type { ViewRegistry } from '../code/view-registry.ts';

/** A page's or a layout's component. Its props are JSON of its loader; a layout also gets `children`. */
// Views of many prop types live in one registry; `never` is the only parameter they all accept.
export type View = ComponentType<never>;

/** The views of the build that a page is shown with. */
export const ViewsContext = createContext<ViewRegistry<View> | undefined>(undefined);

/** The component of a view; suspends while its code is loaded. Throws when the build has none of that name. */
export function useView(name: string): ComponentType<object> {
  const views = useContext(ViewsContext);
  if (!views) throw new Error('Views are shown inside a page.');
  return (views.find(name) ?? use(views.load(name))) as ComponentType<object>;
}
