import { Injectable, Optional } from '@nestjs/common';
import { EventStore } from '#product/recording/storage';
import type { EventInIssue } from '#product/recording/storage';
import type { Access } from '../../../people/accounts/index.ts';
import { toUserAddress } from '../../../recording/issue-list/index.ts';
import { numberFrames, ShownEventExtension } from '../../../recording/issue-page/index.ts';
import type { IssueContext } from '../../../recording/issue-page/index.ts';
import { BoundsService } from '../../../retention/bounds/index.ts';
import type { EventSearch } from '../../event-list/index.ts';
import { CodeView } from '../../reprocessing/index.ts';
import type { IssuePageProps } from '../issues.dto.ts';
import { EventPlaces } from './event-places.ts';
import type { EventPlace } from './event-places.ts';
import { readFound } from '../raw-event.ts';

type ReadEvent = Pick<IssueContext, 'found' | 'event' | 'shown'>;

type DescribedEvent = EventPlace &
  Pick<IssuePageProps, 'event' | 'notKept' | 'ofUser' | 'daysKept'>;

/** Finds the event that the page of an issue shows, and changes it to what the reader wants. */
@Injectable()
export class ShownEvents {
  constructor(
    private readonly events: EventStore,
    private readonly places: EventPlaces,
    private readonly codeView: CodeView,
    private readonly bounds: BoundsService,
    @Optional() private readonly extension?: ShownEventExtension,
  ) {}

  /** An undefined `eventId` means the newest event that `within` finds, or else the issue's newest. */
  async find(
    issueId: number,
    eventId: string | undefined,
    within: EventSearch,
  ): Promise<EventInIssue | undefined> {
    const asked = eventId ?? (await this.places.findNewest(issueId, within));
    return this.events.find(issueId, asked);
  }

  async read(found: EventInIssue | undefined, access: Access): Promise<ReadEvent> {
    if (!found) return {};
    const event = readFound(found);
    const shown = await this.codeView.apply(event, found, access);
    return { found, event, shown: numberFrames(shown) };
  }

  /** Resolves with what the page says about the event, or about its absence. */
  async describe(context: IssueContext, within: EventSearch): Promise<DescribedEvent> {
    const { issue, found, shown } = context;
    if (!found || !shown) return { daysKept: await this.bounds.getDaysKept(issue.projectId) };
    const [place, event] = await Promise.all([
      this.places.describe(issue.id, found, within),
      this.extension?.extend(shown, context) ?? shown,
    ]);
    const ofUser = event.user && toUserAddress(event.user);
    return {
      notKept: found.notKept,
      event,
      ofUser,
      ...place,
    };
  }
}
