import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../../ui/filter-bar/filter-bar.tsx';
import { Menu } from '../../../../../ui/menu.tsx';
import type { IssueListProps } from '../../issue-list.dto.ts';

export function ListFilter({
  status,
  query,
  fault,
  filters,
  saved,
}: Pick<IssueListProps, 'status' | 'query' | 'fault' | 'filters' | 'saved'>): ReactNode {
  return (
    <FilterBar
      {...filters}
      action="/issues"
      search={{ placeholder: 'Search, or paste an id', query, fault }}
      hidden={{ status }}
    >
      {saved && (
        <Menu label="Saved">
          <div className="filter-values">
            {saved.map(({ name, href }) => (
              <Link key={name + href} href={href}>
                {name}
              </Link>
            ))}
          </div>
        </Menu>
      )}
      <Link href="/search/help" prefetch="none">
        Help
      </Link>
    </FilterBar>
  );
}
