import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Notice } from '../../../../../ui/notice.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';

const COUNTED = 'Errata counted this event without storing it.';

type Why = NonNullable<IssuePageProps['notKept']>['why'];

const WORDS: Readonly<Record<Why, readonly [title: string, reason: string]>> = {
  storm: [COUNTED, 'The issue had so many events in that hour that only some were kept whole.'],
  budget: [COUNTED, 'The storage budget was used up when the event came.'],
  thinned: [
    'Errata removed most of this event.',
    'Errata needed room. From that time it kept only the first event of each hour, or of each day, whole.',
  ],
  erased: [
    'This event was erased.',
    'It named a person whose data were erased. Counts and history stay.',
  ],
};

export function NotKept({
  issue,
  notKept: { why, nearestEventId },
}: {
  readonly issue: Pick<IssuePageProps['issue'], 'id'>;
  readonly notKept: NonNullable<IssuePageProps['notKept']>;
}): ReactNode {
  const [title, reason] = WORDS[why];
  return (
    <Notice
      title={title}
      action={
        nearestEventId !== undefined && (
          <Link
            href={to('/issues/:id', { id: issue.id }, { query: { event: nearestEventId } })}
            className="button no-underline"
          >
            Nearest event that was kept
          </Link>
        )
      }
    >
      {reason} {nearestEventId === undefined && 'No event of this issue was kept whole.'}
    </Notice>
  );
}

export function NoEvent({ daysKept }: Pick<IssuePageProps, 'daysKept'>): ReactNode {
  return (
    <Notice title="The events of this issue were removed.">
      The project keeps events for {daysKept} days, and for less when the storage budget runs out.
      Counts, history and bars stay.
    </Notice>
  );
}
