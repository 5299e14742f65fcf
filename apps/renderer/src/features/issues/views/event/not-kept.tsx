import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { IssuePageProps } from '../../issues.dto.ts';

const REASONS: Readonly<Record<NonNullable<IssuePageProps['notKept']>['why'], string>> = {
  storm: 'The issue had so many events in that hour that only some were kept whole.',
  budget: 'The storage budget was used up when it came.',
};

/** Says why of this event there is so little, and leads to one of which there is more. */
export function NotKept({
  issue,
  notKept: { why, nearestEventId },
}: {
  readonly issue: Pick<IssuePageProps['issue'], 'id'>;
  readonly notKept: NonNullable<IssuePageProps['notKept']>;
}): ReactNode {
  return (
    <p className="border-l-2 border-accent bg-wash px-3 py-1.5 text-sm">
      <b className="font-semibold">This event was counted, not kept.</b> {REASONS[why]}{' '}
      {nearestEventId === undefined ? (
        'None of the issue was kept.'
      ) : (
        <Link
          href={`/issues/${issue.id}?event=${nearestEventId}`}
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          Nearest event that was kept
        </Link>
      )}
    </p>
  );
}
