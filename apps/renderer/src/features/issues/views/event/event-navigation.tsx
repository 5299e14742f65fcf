import { Link } from '#client-runtime';
import type { NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';
import { RawDownload, RawLink } from './raw-links.tsx';

const stepClass = 'inline-flex items-center px-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11';

interface EventNavigationProps extends Pick<
  IssuePageProps,
  'issue' | 'olderEventId' | 'newerEventId'
> {
  readonly event: NormalisedEvent;
}

/** Which of the issue's events the page shows, and the way to those beside it. */
export function EventNavigation({
  issue,
  event,
  olderEventId,
  newerEventId,
}: EventNavigationProps): ReactNode {
  return (
    <nav
      aria-label="Events"
      className="flex flex-wrap items-center justify-between gap-x-4 border-t border-rule py-1.5 text-sm"
    >
      <p className="text-quiet">
        {newerEventId === undefined ? 'Newest event, ' : 'Event of '}
        <RelativeTime atMs={event.occurredAtMs} />
      </p>
      <p className="flex gap-3 print:hidden">
        <RawLink>
          Raw<span className="sr-only"> event as JSON</span>
        </RawLink>
        <RawDownload />
        <Step issueId={issue.id} eventId={olderEventId} rel="prev">
          ← Older
        </Step>
        <Step issueId={issue.id} eventId={newerEventId} rel="next">
          Newer →
        </Step>
      </p>
    </nav>
  );
}

function Step({
  issueId,
  eventId,
  rel,
  children,
}: {
  readonly issueId: number;
  readonly eventId: string | undefined;
  readonly rel: 'prev' | 'next';
  readonly children: string;
}): ReactNode {
  if (eventId === undefined) return <span className={`${stepClass} text-faint`}>{children}</span>;
  return (
    <Link
      href={`/issues/${issueId}?event=${eventId}`}
      rel={rel}
      prefetch="intent"
      className={stepClass}
    >
      {children}
    </Link>
  );
}
