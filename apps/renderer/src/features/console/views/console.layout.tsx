import { Link } from '#client-runtime';
import type { LinkProps } from '#client-runtime';
import type { ReactNode } from 'react';
import { FlashMessage } from '../../../ui/flash-message.tsx';
import { MainLandmark, mainLandmarkId } from '../../../ui/main-landmark.tsx';
import { NavigationStatus } from '../../../ui/navigation-status.tsx';
import type { Banner, ConsoleLayoutProps } from '../console.dto.ts';

export function Layout({
  banners,
  visitor,
  hasSettings = false,
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
      <FlashMessage />
      <Header isOpen={banners !== undefined} visitor={visitor} hasSettings={hasSettings} />
      {banners?.map((banner) => (
        <BannerLine key={banner.title} {...banner} />
      ))}
      <MainLandmark className="min-w-0 flex-1 px-4 sm:px-6">{children}</MainLandmark>
      <footer className="mt-8 border-t border-rule px-4 py-4 text-xs text-faint sm:px-6 print:hidden">
        All times are UTC.
      </footer>
    </div>
  );
}

function BannerLine({ title, text, link, isUrgent }: Banner): ReactNode {
  return (
    <p
      role={isUrgent ? 'status' : undefined}
      className={`border-b px-4 py-1.5 text-sm sm:px-6 ${isUrgent ? 'border-accent bg-wash text-ink' : 'border-rule bg-raised print:hidden'}`}
    >
      <b className="font-semibold">{title}</b> {text}{' '}
      {link && (
        <Link
          href={link.href}
          prefetch="none"
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          {link.name}
        </Link>
      )}
    </p>
  );
}

interface HeaderProps extends Pick<ConsoleLayoutProps, 'visitor'> {
  /** There is more here for the visitor than the way in. */
  readonly isOpen: boolean;
  readonly hasSettings: boolean;
}

function Header({ isOpen, visitor, hasSettings }: HeaderProps): ReactNode {
  return (
    <header className="flex h-11 items-center gap-6 border-b border-rule px-4 sm:px-6 print:hidden">
      <Link href="/" className="wordmark flex h-11 items-center">
        Errata
      </Link>
      {isOpen && (
        <nav aria-label="Main" className="min-w-0 flex-1">
          <ul className="flex">
            <li>
              <NavigationLink href="/issues">Issues</NavigationLink>
            </li>
            {hasSettings && (
              <li>
                <NavigationLink href="/settings/projects">Settings</NavigationLink>
              </li>
            )}
            {visitor !== undefined && (
              <li className="ml-auto min-w-0">
                <NavigationLink href="/account">
                  <span className="truncate">{visitor}</span>
                </NavigationLink>
              </li>
            )}
          </ul>
        </nav>
      )}
    </header>
  );
}

function NavigationLink({ href, children }: Pick<LinkProps, 'href' | 'children'>): ReactNode {
  return (
    <Link
      href={href}
      prefetch="intent"
      className="flex h-11 items-center px-2 text-quiet no-underline hover:text-ink"
    >
      {children}
    </Link>
  );
}
