import { Link, useAddress } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import { findCurrent } from './menu-link.ts';
import type { MenuLink } from './menu-link.ts';

interface SectionListProps {
  readonly label: string;
  readonly links: readonly MenuLink[];
  readonly children: ReactNode;
}

/** The sections of an area, beside the one that is shown; on narrow screens above it, behind a line that names it. */
export function SectionList({ label, links, children }: SectionListProps): ReactNode {
  const address = useAddress();
  const current = findCurrent(links, address);
  if (links.length < 2) return children;
  const list = (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <Link
            href={link.href}
            prefetch="intent"
            aria-current={link === current?.link ? (current.isPage ? 'page' : 'true') : undefined}
            className="flex min-h-11 items-center border-l-2 border-transparent pl-3 wrap-anywhere text-quiet no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink md:not-pointer-coarse:min-h-8"
          >
            {link.name}
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="md:grid md:grid-cols-[10rem_minmax(0,1fr)] md:gap-x-8">
      <nav aria-label={label} className="hidden pt-4 md:block print:hidden">
        {list}
      </nav>
      {/* Another one once it was chosen from: it is closed. */}
      <nav key={address} aria-label={label} className="border-b border-rule md:hidden print:hidden">
        <Disclosure
          summary={
            <span className="font-semibold">{current ? current.link.name : 'Sections'}</span>
          }
        >
          {list}
        </Disclosure>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
