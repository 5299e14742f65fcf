import { Link, useAddress } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import { findCurrent } from './menu-link.ts';
import type { MenuLink } from './menu-link.ts';

interface SectionListProps {
  /** What the sections are of. */
  readonly title: ReactNode;
  readonly label: string;
  readonly links: readonly MenuLink[];
  readonly children: ReactNode;
}

/** The sections of one thing, beside the one that is shown; on narrow screens above it, behind a line that names both. */
export function SectionList({ title, label, links, children }: SectionListProps): ReactNode {
  const address = useAddress();
  const current = findCurrent(links, address);
  if (links.length < 2) {
    return (
      <>
        <p className="pt-4 wrap-anywhere">{title}</p>
        {children}
      </>
    );
  }
  const list = (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <Link
            href={link.href}
            prefetch="intent"
            aria-current={link === current?.link ? (current.isPage ? 'page' : 'true') : undefined}
            className="flex min-h-11 items-center wrap-anywhere text-quiet no-underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink sm:not-pointer-coarse:min-h-8"
          >
            {link.name}
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <p className="hidden pt-4 wrap-anywhere sm:block print:block">{title}</p>
      {/* Another one at each address: what was chosen from is closed. */}
      <nav key={address} aria-label={label} className="border-b border-rule sm:hidden print:hidden">
        <Disclosure
          summary={
            <>
              {title}
              {current && <span className="text-quiet">{` · ${current.link.name}`}</span>}
            </>
          }
        >
          {list}
        </Disclosure>
      </nav>
      <div className="sm:grid sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-x-8 print:block">
        <nav aria-label={label} className="hidden pt-4 sm:block print:hidden">
          {list}
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </>
  );
}
