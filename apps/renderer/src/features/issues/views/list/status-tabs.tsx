import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { ListedStatus } from '../../issues.dto.ts';

const TABS: readonly (readonly [ListedStatus, string])[] = [
  ['unresolved', 'Unresolved'],
  ['muted', 'Muted'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
];

/** Which issues are listed: in the address, so that it can be sent to somebody. */
export function StatusTabs({ status }: { readonly status: ListedStatus }): ReactNode {
  return (
    <nav aria-label="Status" className="min-w-0 print:hidden">
      <ul className="-mx-2 flex">
        {TABS.map(([tab, name]) => (
          <li key={tab}>
            <Link
              href={toListAddress(tab)}
              prefetch="intent"
              className="tab"
              aria-current={tab === status ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function toListAddress(status: ListedStatus): string {
  return status === 'unresolved' ? '/issues' : `/issues?status=${status}`;
}
