import type { ReactNode } from 'react';
import { ApplicationContext, PlacesContext } from './context.ts';
import type { Application, Places } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Outlet } from './outlet.tsx';

/**
 * Props of `PageTree`.
 *
 * ```tsx
 * const places: PageTreeProps['places'] = [{ page, stay: 0, address: '/issues' }];
 * const tree = <PageTree application={application} places={places} />;
 * ```
 */
export interface PageTreeProps {
  /** Must stay the same object, because another object makes React render every view again. */
  readonly application: Application;
  /**
   * The shown page, followed by the pages that stay hidden for back and forward. A server passes
   * only the shown page.
   */
  readonly places: Places;
  readonly children?: ReactNode;
}

/**
 * Renders a page as its chain of segments, outermost first. Server and browser render the same
 * tree.
 *
 * ```tsx
 * const place = { page: toShownPage(page, deferred), stay: 0, address: basePath + page.url };
 * <PageTree application={application} places={[place]} />;
 * ```
 */
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
