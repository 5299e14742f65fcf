import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Notice } from '../../../../ui/notice.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';

const REASONS: Readonly<Record<NonNullable<IssuePageProps['notKept']>['why'], string>> = {
  storm: 'The issue had so many events in that hour that only some were kept whole.',
  budget: 'The storage budget was used up when it came.',
  thinned:
    'Room was needed: of that time, the first event of each hour, or of each day, was left whole.',
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
      title={
        why === 'thinned' ? 'Most of this event was removed.' : 'This event was counted, not kept.'
      }
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

/** Stands in place of the event where none of the issue is left. */
export function NoEvent({ daysKept }: Pick<IssuePageProps, 'daysKept'>): ReactNode {
  return (
    <Notice title="The events of this issue were removed.">
      Its project keeps them for {daysKept} days, and for less where storage runs out. Counts,
      history and bars stay.
    </Notice>
  );
}
