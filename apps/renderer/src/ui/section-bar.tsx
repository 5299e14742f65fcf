import { Link, useAddress } from '#client-runtime';
import type { ReactNode } from 'react';
import { findCurrent } from './menu-link.ts';
import type { MenuLink } from './menu-link.ts';

interface SectionBarProps {
  readonly label: string;
  readonly links: readonly MenuLink[];
}

export function SectionBar({ label, links }: SectionBarProps): ReactNode {
  const current = findCurrent(links, useAddress());
  if (links.length < 2) return null;
  return (
    <nav aria-label={label} className="border-b border-rule print:hidden">
      <ul className="-mx-2 flex flex-wrap">
        {links.map((link) => (
          <li key={link.href}>
            <Link
              href={link.href}
              prefetch="intent"
              aria-current={link === current?.link ? (current.isPage ? 'page' : 'true') : undefined}
              className="flex h-11 items-center px-2 text-quiet no-underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {link.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
