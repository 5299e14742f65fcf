import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { IssueListProps } from '../../issues.dto.ts';

/** What this list does not show, because senders sent too much. */
export function BoundNotices({ notices }: Pick<IssueListProps, 'notices'>): ReactNode {
  return notices.map(({ text, link }) => (
    <p
      key={text}
      role="status"
      className="mt-2 border-l-2 border-accent bg-wash px-3 py-1.5 text-sm wrap-anywhere"
    >
      {text}{' '}
      {link && (
        <Link href={link.href} className="inline-flex items-center pointer-coarse:min-h-11">
          {link.name}
        </Link>
      )}
    </p>
  ));
}
