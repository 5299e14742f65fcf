import { Link, useAddress } from '#client-runtime';
import type { LinkProps } from '#client-runtime';
import { Hydrate } from '#client-runtime/hydrate';
import type { Address, PropsOf, TimeFormat } from '#shared';
import type { ReactNode } from 'react';
import { MainLandmark, mainLandmarkId } from '../../../../rendering/views/index.ts';
import { Banners, FlashMessage, NavigationStatus } from './console.waiting.tsx';
import { inUtc, TimeFormatContext } from '../../../../ui/time/time-format.ts';
import type { Banner } from '../console.dto.ts';
import type { ConsoleLayout } from '../console-layout.ts';

type Props = PropsOf<ConsoleLayout['load']>;

export function Layout({
  banners,
  visitor,
  navigation,
  keys,
  version,
  times: own,
  children,
}: Props & { readonly children: ReactNode }): ReactNode {
  const times: TimeFormat = own ?? inUtc;
  return (
    <div className="flex min-h-dvh flex-col" data-keys={keys}>
      <a
        href={`#${mainLandmarkId}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-1 focus:bg-paper focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <Hydrate when="idle" of={[]} className="contents">
        <NavigationStatus />
        <FlashMessage />
      </Hydrate>
      <Header navigation={navigation} visitor={visitor} />
      {banners && <WaitingBanners banners={banners} />}
      <MainLandmark className="w-full max-w-400 min-w-0 flex-1 px-4 sm:px-6">
        <TimeFormatContext value={times}>{children}</TimeFormatContext>
      </MainLandmark>
      <footer className="mt-8 border-t border-rule px-4 py-4 text-xs text-faint sm:px-6 print:hidden">
        {times.zone === 'UTC'
          ? 'All times are UTC.'
          : `Times are in ${times.zone}, unless they say UTC.`}
        {version && ` Errata ${version}.`}
      </footer>
    </div>
  );
}

function WaitingBanners({ banners }: { readonly banners: readonly Banner[] }): ReactNode {
  const address = useAddress().replace(/#.*/, '') as Address;
  return (
    <Hydrate when="idle" of={[banners, address]} className="contents">
      <Banners banners={banners} address={address} />
    </Hydrate>
  );
}

function Header({ navigation, visitor }: Pick<Props, 'navigation' | 'visitor'>): ReactNode {
  const address = useAddress();
  return (
    <header className="main-header flex min-h-12 flex-wrap items-center border-b border-rule px-4 sm:px-6 menu:gap-6 print:hidden">
      <Link href="/" className="wordmark">
        Errata
      </Link>
      {navigation && (
        <nav aria-label="Main" className="min-w-0 flex-1 max-menu:contents">
          <ul className="flex max-menu:contents">
            <li className="order-1 menu:hidden">
              {/* The key folds the menu when another page is shown. */}
              <label key={address} className="tab">
                <input type="checkbox" className="sr-only" autoComplete="off" />
                Menu
              </label>
            </li>
            {navigation.map(({ name, href, marks, shortcut }) => (
              <li key={href} className={shortcut ? 'ml-auto' : 'folded'}>
                <NavigationLink href={href} marks={marks} shortcut={shortcut}>
                  {name}
                </NavigationLink>
              </li>
            ))}
            {visitor !== undefined && (
              <li className="folded min-w-0">
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

/** Marks the link as current on the page `marks` and on all pages below it. */
function NavigationLink({
  href,
  marks = href,
  shortcut,
  children,
}: Pick<LinkProps, 'href' | 'children'> & {
  readonly marks?: LinkProps['href'] | undefined;
  readonly shortcut?: string | undefined;
}): ReactNode {
  const path = useAddress().replace(/[?#].*/, '');
  return (
    <Link
      href={href}
      prefetch="hover"
      aria-current={path === marks || path.startsWith(`${marks}/`) ? true : undefined}
      aria-keyshortcuts={shortcut}
      className="tab"
    >
      {children}
    </Link>
  );
}
