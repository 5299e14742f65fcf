import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Notice } from '../../../../ui/notice.tsx';
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
    <Notice
      title="This event was counted, not kept."
      action={
        nearestEventId !== undefined && (
          <Link
            href={`/issues/${issue.id}?event=${nearestEventId}`}
            className="button no-underline"
          >
            Nearest event that was kept
          </Link>
        )
      }
    >
      {REASONS[why]} {nearestEventId === undefined && 'None of the issue was kept.'}
    </Notice>
  );
}
