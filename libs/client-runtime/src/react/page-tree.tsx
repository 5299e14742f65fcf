import type { ReactNode } from 'react';
import { ApplicationContext, PlacesContext } from './context.ts';
import type { Application, Places } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Outlet } from './outlet.tsx';

export interface PageTreeProps {
  /** The same object for the whole document: views are rendered again with another. */
  readonly application: Application;
  /** The page that is shown first; what is kept behind it, in the browser alone. */
  readonly places: Places;
  /** Beside the page. */
  readonly children?: ReactNode;
}

/** A page as its chain of segments, outermost first: the same tree on the server and in the browser. */
export function PageTree({ application, places, children }: PageTreeProps): ReactNode {
  return (
    <ApplicationContext value={application}>
      <PlacesContext value={places}>
        <ErrorBoundary of={places[0].page}>
          <Outlet depth={0} />
        </ErrorBoundary>
        {children}
      </PlacesContext>
    </ApplicationContext>
  );
}
