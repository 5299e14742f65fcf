import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { IssueListProps } from '../../issue-list.dto.ts';

export function FilterLine({
  filter: { words, clear },
}: Pick<IssueListProps, 'filter'>): ReactNode {
  if (words === undefined || clear === undefined) return null;
  return (
    <p className="pb-1 text-sm wrap-anywhere text-quiet print:pb-2">
      {`Counted: ${words}. `}
      <Link
        href={clear}
        prefetch="none"
        className="inline-flex items-center pointer-coarse:min-h-11 print:hidden"
      >
        Count all
      </Link>
    </p>
  );
}
