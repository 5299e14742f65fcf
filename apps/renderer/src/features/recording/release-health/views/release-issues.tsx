import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { countOf } from '../../../../ui/numbers/count.tsx';
import type { ReleaseIssueRow } from '../release-health.dto.ts';

export function ReleaseIssues({
  issues,
  none,
}: {
  readonly issues: readonly ReleaseIssueRow[];
  readonly none: string;
}): ReactNode {
  if (issues.length === 0) return <p className="text-sm text-quiet">{none}</p>;
  return (
    <ul className="text-sm">
      {issues.map((issue) => (
        <Issue key={issue.href} issue={issue} />
      ))}
    </ul>
  );
}

function Issue({ issue }: { readonly issue: ReleaseIssueRow }): ReactNode {
  const { href, shortId, type, value, events, users } = issue;
  return (
    <li className="relative flex flex-wrap gap-x-4 border-t border-rule py-1.5 first:border-t-0 hover:bg-raised has-focus-visible:bg-raised pointer-coarse:py-3">
      <Link
        href={href}
        prefetch="intent"
        className="stretched min-w-0 flex-1 truncate no-underline max-sm:basis-full"
      >
        <bdi className="font-semibold">{type}</bdi> <bdi className="text-quiet">{value}</bdi>
      </Link>
      <span className="text-xs leading-5 whitespace-nowrap text-faint">{shortId}</span>
      <span className="text-xs leading-5 whitespace-nowrap text-quiet tabular-nums sm:w-36 sm:text-right">
        {countOf(events)} {events === 1 ? 'event' : 'events'} · {countOf(users)}{' '}
        {users === 1 ? 'user' : 'users'}
      </span>
    </li>
  );
}
