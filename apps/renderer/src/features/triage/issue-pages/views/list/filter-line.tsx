import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';
import type { IssueListProps } from '../../issues.dto.ts';

/** Which events count, where not all do; and the way to have that from now on, or no longer. */
export function FilterLine({
  filter: { words, clear },
  project,
  isRemembered,
}: Pick<IssueListProps, 'filter' | 'project' | 'isRemembered'>): ReactNode {
  const offers = isRemembered === false;
  if (words === undefined && !offers) return null;
  const name = words === undefined && !project ? 'Begin without a filter' : 'Remember';
  return (
    <div className="flex flex-wrap items-center gap-x-4 pb-1 text-sm text-quiet print:pb-2">
      {words !== undefined && (
        <p className="min-w-0 wrap-anywhere">
          {`Counted: ${words}. `}
          <Link
            href={clear ?? '/issues'}
            className="inline-flex items-center pointer-coarse:min-h-11 print:hidden"
          >
            Count all
          </Link>
        </p>
      )}
      {offers && (
        <Form action="remember-filter" className="print:hidden">
          <Button>{name}</Button>
        </Form>
      )}
    </div>
  );
}
