import { Link, useAddress } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SettingsLayoutProps, SettingsSection } from '../settings.dto.ts';

const TITLES: Readonly<Record<SettingsSection, string>> = {
  projects: 'Projects',
  people: 'People',
  invitations: 'Invitations',
  operation: 'Operation',
};

export function Layout({
  sections,
  children,
}: SettingsLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <div className="mx-auto max-w-4xl">
      {sections.length > 1 && <Sections sections={sections} />}
      {children}
    </div>
  );
}

function Sections({ sections }: SettingsLayoutProps): ReactNode {
  const address = useAddress();
  return (
    <nav aria-label="Settings" className="border-b border-rule print:hidden">
      <ul className="-mx-2 flex">
        {sections.map((section) => {
          const href = `/settings/${section}`;
          return (
            <li key={section}>
              <Link
                href={href}
                prefetch="intent"
                aria-current={toCurrent(address, href)}
                className="flex h-11 items-center px-2 text-quiet no-underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {TITLES[section]}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The page itself, or one below it. */
function toCurrent(address: string, href: string): 'page' | 'true' | undefined {
  const [path = ''] = address.split(/[?#]/);
  if (path === href) return 'page';
  return path.startsWith(`${href}/`) ? 'true' : undefined;
}
