import { useLive } from '#client-runtime';
import { Hydrate } from '#client-runtime/hydrate';
import { Parts, PartsAt, usePartsAt } from '#client-runtime/parts';
import { listFrames } from '#shared';
import type { NormalisedEvent, PropsOf } from '#shared';
import { useMemo, type ReactNode } from 'react';
import { NotUpToDate } from '../../../../ui/live.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { IssueController } from '../issue.controller.ts';
import type { IssuePageProps } from '../issues.dto.ts';
import { EventNavigation } from './event/event-navigation.tsx';
import { ExceptionChain } from './event/exception-chain.tsx';
import { IssueFigures } from './event/issue-figures.tsx';
import { IssueHeadline, toHead } from './event/issue-headline.tsx';
import { useSteadyEvent } from './event/steady-event.ts';
import { RawLink, ShownEventContext } from './event/raw-links.tsx';
import { Message, MessageStack } from './event/message.tsx';
import { useKeys } from '../../issue-list/views/index.ts';
import { hasStack, SectionLinks } from './event/section-links.tsx';
import { EventAside, EventDetails, NoEvent, NotKept } from './issue.waiting.tsx';

type Props = PropsOf<IssueController['show']>;

export function Page(latest: Props): ReactNode {
  useKeys();
  const { isRefreshing, isFailing } = useLive({ everyMs: PAGE_EVERY_MS });
  const { props, hasNewer, show } = useSteadyEvent(latest, isRefreshing);
  const { nowMs, event, daysKept } = props;
  return (
    <NowProvider nowMs={nowMs}>
      <Parts value={props}>
        <NotUpToDate isFailing={isFailing} />
        <div className="issue-page">
          <div className="issue-head">
            <IssueHeadline {...props} />
            <PartsAt place="head" />
          </div>
          <IssueFigures {...props} />
          <PartsAt place="why" />
          {event ? (
            <ShownEvent {...props} event={event} onShowNewer={hasNewer ? show : undefined} />
          ) : (
            <Hydrate when="idle" of={[daysKept]}>
              <NoEvent daysKept={daysKept} />
            </Hydrate>
          )}
          <Hydrate when="visible" of={[props.parts]} className="issue-below">
            <PartsAt place="below" />
          </Hydrate>
        </div>
      </Parts>
    </NowProvider>
  );
}

export function Loading(): ReactNode {
  return (
    <div className="pt-4">
      <p className="sr-only">Loading the issue</p>
      <div aria-hidden="true" className="grid max-w-200 gap-3 pb-6">
        <span className="h-3 w-24 bg-raised" />
        <span className="h-6 w-1/2 bg-raised" />
        <span className="h-4 w-4/5 bg-raised" />
      </div>
      <Skeleton rows={1} rowClass="h-21" />
      <Skeleton rows={12} rowClass="h-10" />
    </div>
  );
}

type WithEvent<Name extends keyof Props> = Pick<Props, Name> & {
  readonly event: NormalisedEvent;
};

function ShownEvent({
  issue,
  event,
  notKept,
  olderEventId,
  newerEventId,
  place,
  filterQuery,
  leftOut,
  onShowNewer,
  ...others
}: WithEvent<keyof Props> & {
  readonly onShowNewer: (() => void) | undefined;
}): ReactNode {
  const issueId = issue.id;
  // An object that stays the same lets waiting parts wait.
  const shown = useMemo(() => ({ ...event, issueId, frames: listFrames(event) }), [event, issueId]);
  return (
    <ShownEventContext value={shown}>
      <div className="event-strip">
        <EventNavigation
          issue={issue}
          event={event}
          olderEventId={olderEventId}
          newerEventId={newerEventId}
          place={place}
          filterQuery={filterQuery}
          onShowNewer={onShowNewer}
        />
        <SectionLinks event={event} parts={others.parts} />
      </div>
      {notKept && (
        <Hydrate when="idle" of={[notKept]}>
          <NotKept issue={issue} notKept={notKept} />
        </Hydrate>
      )}
      {/* When the page shows another event, the new key closes what the reader has opened. */}
      <EventBody key={event.eventId} event={event} issue={issue} leftOut={leftOut} {...others} />
    </ShownEventContext>
  );
}

function EventBody({
  event,
  issue,
  leftOut,
  ofUser,
  parts,
}: WithEvent<'issue' | 'leftOut' | 'ofUser' | 'parts'>): ReactNode {
  const said = toHead({ issue, event });
  const instead = usePartsAt('trace')();
  return (
    <>
      <LeftOutNote leftOut={leftOut} />
      <div className="event-body">
        <div>
          <Message event={event} />
          {(!hasStack(event) && instead) || (
            <ExceptionChain exceptions={event.exceptions} said={said} images={event.images} />
          )}
          <MessageStack stack={event.stack} />
          <Hydrate when="visible" of={[event, parts]}>
            <EventDetails event={event} said={said} />
          </Hydrate>
        </div>
        <div>
          <Hydrate when="visible" of={[event, parts, ofUser]}>
            <EventAside event={event} ofUser={ofUser} />
          </Hydrate>
        </div>
      </div>
    </>
  );
}

function LeftOutNote({ leftOut }: Pick<IssuePageProps, 'leftOut'>): ReactNode {
  if (!leftOut) return null;
  const amounts = Object.entries(leftOut).map(([kind, count]) => formatQuantity(count, kind));
  return (
    <p className="py-1 text-sm text-quiet">
      {`This page leaves out or shortens: ${amounts.join(', ')}. `}
      <RawLink>The whole event, as JSON</RawLink>
    </p>
  );
}
