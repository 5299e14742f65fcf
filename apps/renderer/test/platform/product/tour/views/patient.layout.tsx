import { Suspense } from 'react';
import type { ReactNode } from 'react';

export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  return <Suspense fallback={<p>the page waits</p>}>{children}</Suspense>;
}
