import { Controller, Get, NotFoundException, Param, Query, UseGuards } from '@nestjs/common';
import { cutForPage, cutLongTexts, weigh } from '#events';
import { issueLimits, placeFailing, toIssueTitle } from '#shared';
import type { PropsOf } from '#shared';
import { FollowMerge, IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { OutcomeView, Page } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { EventFilterPipe, issuePage, placeFrameParts } from '../../recording/issue-page/index.ts';
import { readEventQuery } from '../event-list/index.ts';
import type { EventFilter, IssuePlace } from '../../recording/issue-page/index.ts';
import type { IssuePageProps } from './issues.dto.ts';
import { IssuesService } from './issues.service.ts';
import { FollowShortId } from './follow-short-id.guard.ts';

/** The page around an event and what belongs to it, a page of history included. */
const AROUND_BYTES = 90_000;
const EVENT_BYTES = issueLimits.eventPageBytes - AROUND_BYTES;

@Controller('issues/:id')
@OutcomeView(404, 'issue-pages/no-issue.page')
export class IssueController {
  constructor(private readonly issues: IssuesService) {}

  @Get()
  @UseGuards(FollowShortId, FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @Page<PropsOf<IssueController['show']>>('issue-pages/issue.page', {
    head: (props) => ({ title: toTitle(props) }),
    tags: ({ follows }) => follows,
    places: issuePage,
  })
  async show(
    @Param('id', IssueIdPipe) id: number,
    @Query('event') eventId: unknown,
    @Query() parameters: Readonly<Record<string, unknown>>,
    @Query(EventFilterPipe) filter: EventFilter,
    @CurrentAccess() access: Access,
  ): Promise<IssuePageProps> {
    if (eventId !== undefined && typeof eventId !== 'string') throw new NotFoundException();
    const within = readEventQuery(parameters);
    const asked = { eventId, filter, within, access, query: parameters };
    const page = await this.issues.find(id, asked);
    if (!page) throw new NotFoundException();
    const { issue, event } = page;
    const cut = event && cutForPage(event, EVENT_BYTES - (await weighParts(page.parts)));
    return {
      ...page,
      issue: cutLongTexts(issue),
      ...(cut && { ...cut, ...placeFrameParts(cut.event, page.parts) }),
      failing: cut && placeFailing(cut.event),
    };
  }
}

/** Places of parts for which `AROUND_BYTES` has room. */
const AROUND: readonly string[] = ['head', 'below'] satisfies IssuePlace[];

/** Weighs what parts show beside the event and in its frames. */
async function weighParts(parts: IssuePageProps['parts']): Promise<number> {
  const weighed = parts.filter(
    ({ place, datum }) => !AROUND.includes(place) && datum === undefined,
  );
  const bytes = await Promise.allSettled(
    weighed.map(async ({ data, isOfEach }) =>
      isOfEach ? weighInFrames(await data) : weigh(await data),
    ),
  );
  return bytes.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0);
}

/** A coloured text takes some 50 bytes and two numbers. A frame has room for the markup of a link. */
function weighInFrames(value: unknown): number {
  if (typeof value === 'number') return 25;
  if (typeof value !== 'object' || value === null) return weigh(value);
  const list: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let bytes = 0;
  for (const each of list) bytes += weighInFrames(each);
  return bytes;
}

function toTitle({ issue, event }: Pick<IssuePageProps, 'issue' | 'event'>): string {
  const title = `${issue.shortId} ${toIssueTitle(event?.title ?? issue)}`;
  return title.length > 100 ? `${title.slice(0, 99)}…` : title;
}
