import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { IssueListProps } from '../../issues.dto.ts';

/** Which issues are listed: in the address, so that it can be sent to somebody. */
export function StatusTabs({ tabs }: Pick<IssueListProps, 'tabs'>): ReactNode {
  return (
    <nav aria-label="Status" className="min-w-0 print:hidden">
      <ul className="-mx-2 flex">
        {tabs.map((tab) => (
          <li key={tab.name}>
            <Link
              href={tab.href}
              prefetch="intent"
              className="tab"
              aria-current={tab.isCurrent && 'page'}
            >
              {tab.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
