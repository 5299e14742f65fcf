import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Menu } from '../../../../../ui/menu.tsx';
import type { IssueListProps } from '../../issues.dto.ts';

/** Which issues are listed: in the address, so that it can be sent to somebody. Where there is room the menu's links stand beside each other. */
export function StatusTabs({ tabs }: Pick<IssueListProps, 'tabs'>): ReactNode {
  const current = tabs.find(({ isCurrent }) => isCurrent)?.name ?? 'Any status';
  return (
    <nav aria-label="Status" className="status">
      <Menu key={current} label={current}>
        <ul>
          {tabs.map(({ name, href, isCurrent }) => (
            <li key={name}>
              <Link
                href={href}
                prefetch="intent"
                className="tab"
                aria-current={isCurrent && 'page'}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  );
}
