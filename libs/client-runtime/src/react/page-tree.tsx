import { ViewTransition } from 'react';
import type { ReactNode } from 'react';
import { ApplicationContext, WhereaboutsContext } from './context.ts';
import type { Application, Whereabouts } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Outlet } from './outlet.tsx';

export interface PageTreeProps {
  /** The same object for the whole document: views are rendered again with another. */
  readonly application: Application;
  readonly whereabouts: Whereabouts;
}

/** From page to page alone, as the stage says; nothing that changes within a page. */
const ANIMATIONS = { move: 'auto', default: 'none' };

/** A page as its chain of segments, outermost first: the same tree on the server and in the browser. */
export function PageTree({ application, whereabouts }: PageTreeProps): ReactNode {
  return (
    <ApplicationContext value={application}>
      <WhereaboutsContext value={whereabouts}>
        {/* Around all of it: React animates each outermost element by itself, and this is one. */}
        <ViewTransition default={ANIMATIONS}>
          <ErrorBoundary of={whereabouts.page}>
            <Outlet depth={0} />
          </ErrorBoundary>
        </ViewTransition>
      </WhereaboutsContext>
    </ApplicationContext>
  );
}
