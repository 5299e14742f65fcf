import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { MainLandmark, mainLandmarkId } from '../../../ui/main-landmark.tsx';
import { NavigationStatus } from '../../../ui/navigation-status.tsx';
import type { ConsoleLayoutProps } from '../console.dto.ts';
import { ReportsBanner } from './reports-banner.tsx';

export function Layout({
  reports,
  children,
}: ConsoleLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${mainLandmarkId}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-1 focus:bg-paper focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <NavigationStatus />
      <Header />
      <ReportsBanner reports={reports} />
      <MainLandmark className="min-w-0 flex-1 px-4 sm:px-6">{children}</MainLandmark>
      <footer className="mt-8 border-t border-rule px-4 py-4 text-xs text-faint sm:px-6 print:hidden">
        All times are UTC.
      </footer>
    </div>
  );
}

function Header(): ReactNode {
  return (
    <header className="flex h-11 items-center gap-6 border-b border-rule px-4 sm:px-6 print:hidden">
      <Link href="/" className="wordmark flex h-11 items-center">
        Errata
      </Link>
      <nav aria-label="Main">
        <ul className="flex">
          <li>
            <Link
              href="/issues"
              prefetch="intent"
              className="flex h-11 items-center px-2 text-quiet no-underline hover:text-ink"
            >
              Issues
            </Link>
          </li>
        </ul>
      </nav>
    </header>
  );
}
