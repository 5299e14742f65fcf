import { Injectable } from '@nestjs/common';
import { printStack } from '#events';
import { IssueStore } from '#product/recording/issues';
import { EventStore } from '#product/recording/storage';
import type { EventInIssue } from '#product/recording/storage';
import { isEventId } from '#shared';
import { PageParts } from '../../../../rendering/index.ts';
import { issuePage } from '../../../recording/issue-page/index.ts';
import type { IssuePartLoader } from '../../../recording/issue-page/index.ts';
import { IssueMarkdown } from '../markdown/issue-markdown.ts';
import { readFound, toRawEvent } from '../raw-event.ts';
import type { RawEvent } from '../raw-event.ts';

/** Finds an event for answers that are no page: JSON, the text of its stack, and Markdown. */
@Injectable()
export class EventAnswersService {
  constructor(
    private readonly issues: IssueStore,
    private readonly events: EventStore,
    private readonly markdown: IssueMarkdown,
    private readonly parts: PageParts,
  ) {}

  async findRaw(issueId: number, eventId: string): Promise<RawEvent | undefined> {
    const found = await this.findEvent(issueId, eventId);
    if (!found) return undefined;
    const parts: readonly IssuePartLoader<unknown>[] = this.parts.list(issuePage);
    const added = await Promise.all(parts.flatMap((part) => part.toJson?.(found.event) ?? []));
    return Object.assign(toRawEvent(found), ...added) as RawEvent;
  }

  async findStackText(issueId: number, eventId: string): Promise<string | undefined> {
    const found = await this.findEvent(issueId, eventId);
    return found && printStack(readFound(found));
  }

  async findMarkdown(issueId: number, eventId: string): Promise<string | undefined> {
    const [issue, found] = await Promise.all([
      this.issues.find(issueId),
      this.findEvent(issueId, eventId),
    ]);
    return issue && found && this.markdown.print(issue, found);
  }

  private async findEvent(issueId: number, eventId: string): Promise<EventInIssue | undefined> {
    return isEventId(eventId) ? await this.events.find(issueId, eventId) : undefined;
  }
}
