import { to } from '#shared';
import { Link } from '#client-runtime';
import type { Address, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';
import { RelativeTime } from '../../../../../ui/time/relative-time.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';
import { EventMarkdown, RawDownload, RawLink } from './raw-links.tsx';

const stepClass =
  'inline-flex items-center gap-x-1 px-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11';

const keys = { prev: 'p', next: 'n' };

type Place = NonNullable<IssuePageProps['place']>;

interface EventNavigationProps extends Pick<
  IssuePageProps,
  'issue' | 'olderEventId' | 'newerEventId' | 'place' | 'filterQuery'
> {
  readonly event: NormalisedEvent;
  readonly onShowNewer: (() => void) | undefined;
}

export function EventNavigation({
  issue,
  event,
  olderEventId,
  newerEventId,
  place = { text: 'Event' },
  filterQuery,
  onShowNewer,
}: EventNavigationProps): ReactNode {
  const { text, search, oldestEventId, newestEventId } = place;
  const { id } = issue;
  const toEvent = (eventId: string, within?: string): Address => {
    const query = [`event=${eventId}`, within, filterQuery].filter(Boolean).join('&');
    return to('/issues/:id', { id }, { query });
  };
  const toEventLink = (eventId: string | undefined) =>
    eventId === undefined ? undefined : toEvent(eventId, search?.within);
  return (
    <nav aria-label="Events" className="event-bar">
      <p className="text-quiet">
        {`${text}, `}
        <RelativeTime atMs={event.occurredAtMs} />
      </p>
      <p role="status">
        {onShowNewer && (
          <>
            A newer one has come.{' '}
            <Button type="button" onClick={onShowNewer}>
              Show it
            </Button>
          </>
        )}
      </p>
      {search && <Within search={search} href={toEvent(event.eventId)} />}
      <p className="flex-wrap gap-x-3 max-sm:contents sm:flex print:hidden">
        <span className="flex gap-x-3">
          <RawLink>
            Raw<span className="sr-only"> event as JSON</span>
          </RawLink>
          <RawDownload />
          <EventMarkdown />
        </span>
        <Step href={toEventLink(oldestEventId)}>First</Step>
        <Step href={toEventLink(olderEventId)} rel="prev">
          ← <span className="max-sm:sr-only">Older</span>
        </Step>
        <Step href={toEventLink(newerEventId)} rel="next">
          <span className="max-sm:sr-only">Newer</span> →
        </Step>
        <Step href={toEventLink(newestEventId)}>Newest</Step>
        <Step href={to('/issues/:id/events', { id }, { query: search?.within })}>All</Step>
      </p>
    </nav>
  );
}

function Within({
  search: { query },
  href,
}: Required<Pick<Place, 'search'>> & { readonly href: Address }): ReactNode {
  return (
    <p className="min-w-0 text-quiet wrap-anywhere">
      <bdi translate="no" className="font-mono text-xs">
        {query}
      </bdi>{' '}
      <Link href={href} className={stepClass}>
        Clear<span className="sr-only"> the search</span>
      </Link>
    </p>
  );
}

function Step({
  href,
  rel,
  children,
}: {
  readonly href: Address | undefined;
  readonly rel?: 'prev' | 'next';
  readonly children: ReactNode;
}): ReactNode {
  if (href === undefined) {
    return (
      <span className={`${stepClass} text-faint`} data-step={rel}>
        {children}
      </span>
    );
  }
  return (
    <Link
      href={href}
      rel={rel}
      data-step={rel}
      prefetch="intent"
      className={stepClass}
      aria-keyshortcuts={rel && keys[rel]}
    >
      {children}
    </Link>
  );
}
