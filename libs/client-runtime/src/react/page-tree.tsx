import type { ReactNode } from 'react';
import type { ShownPage } from '../cache/shown-page.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
import type { Router } from '../navigation/router.ts';
import { AddressContext, BasePathContext } from './address.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Outlet, PageContext } from './outlet.tsx';
import { RouterContext } from './router-context.ts';
import { ViewsContext } from './views-context.ts';
import type { View } from './views-context.ts';

export interface PageTreeProps {
  readonly basePath: string;
  readonly page: ShownPage;
  /** What the address bar shows: path, query and fragment, base path included. */
  readonly address: string;
  /** Those of the page's segments are loaded. */
  readonly views: ViewRegistry<View>;
  /** In the browser. */
  readonly router?: Router;
}

/** A page as its chain of segments, outermost first: the same tree on the server and in the browser. */
export function PageTree({ basePath, page, address, views, router }: PageTreeProps): ReactNode {
  return (
    <BasePathContext value={basePath}>
      <RouterContext value={router}>
        <ViewsContext value={views}>
          <AddressContext value={address}>
            <PageContext value={page}>
              <ErrorBoundary page={page}>
                <Outlet depth={0} />
              </ErrorBoundary>
            </PageContext>
          </AddressContext>
        </ViewsContext>
      </RouterContext>
    </BasePathContext>
  );
}
