import { PartsAt } from '#client-runtime/parts';
import type { EventTitle, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import type { IssuePageProps } from '../../issues.dto.ts';
import { BreadcrumbTimeline } from './breadcrumb-timeline.tsx';
import { DebugImages } from './debug-images.tsx';
import { Contexts, Extra, Tags } from './event-details.tsx';
import { EventFacts } from './event-facts.tsx';
import { Modules } from './modules.tsx';
import { Request } from './request.tsx';
import { Sdk } from './sdk.tsx';
import { Threads } from './thread-list.tsx';
import { User } from './user.tsx';

interface ShownEventProps {
  readonly event: NormalisedEvent;
}

/** Shows everything of the event that stands below the stack trace. */
export function EventDetails({
  event,
  said,
}: ShownEventProps & { readonly said: EventTitle }): ReactNode {
  return (
    <>
      <PartsAt place="after-trace" />
      <BreadcrumbTimeline breadcrumbs={event.breadcrumbs} event={event} said={said} />
      <Request request={event.request} />
      <Contexts contexts={event.contexts} />
      <Extra extra={event.extra} />
      <Threads threads={event.threads} />
      <Modules modules={event.modules} />
      <DebugImages images={event.images} />
      <PartsAt place="after-details" />
    </>
  );
}

/** Shows everything of the event that stands beside the stack trace. */
export function EventAside({
  event,
  ofUser,
}: ShownEventProps & Pick<IssuePageProps, 'ofUser'>): ReactNode {
  return (
    <>
      <PartsAt place="aside-first" />
      <User user={event.user} ofUser={ofUser} />
      <Tags tags={event.tags} />
      <PartsAt place="aside-tags" />
      <EventFacts event={event} />
      <Sdk sdk={event.sdk} />
      <PartsAt place="aside" />
    </>
  );
}
