import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Menu } from '../../../../../ui/menu.tsx';
import type { IssueListProps } from '../../issue-list.dto.ts';

export function StatusTabs({ tabs }: Pick<IssueListProps, 'tabs'>): ReactNode {
  const { name: current = 'Any status', count: issues } =
    tabs.find(({ isCurrent }) => isCurrent) ?? {};
  return (
    <nav aria-label="Status" className="status">
      <Menu key={current} label={<Counted name={current} count={issues} />}>
        <ul>
          {tabs.map(({ name, href, count, isCurrent }) => (
            <li key={name}>
              <Link
                href={href}
                prefetch="intent"
                className="tab"
                aria-current={isCurrent && 'page'}
              >
                <Counted name={name} count={count} />
              </Link>
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  );
}

function Counted({
  name,
  count,
}: Pick<IssueListProps['tabs'][number], 'name'> & {
  readonly count: string | undefined;
}): ReactNode {
  return (
    <>
      {name}
      {count && <i>{` ${count}`}</i>}
    </>
  );
}
