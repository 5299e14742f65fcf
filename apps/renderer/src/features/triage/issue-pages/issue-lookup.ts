import { Injectable, NotFoundException } from '@nestjs/common';
import { FindingStore } from '#product/recording/finding';
import { IssueStore } from '#product/recording/issues';
import type { Issue } from '#product/recording/issues';
import { EventStore } from '#product/recording/storage';
import type { EventInIssue } from '#product/recording/storage';
import { MergeStore } from '#product/triage/states';
import { isEventId } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { readQuote } from '../../recording/finding/index.ts';

const ISSUE_ADDRESS = /\/issues\/(?<id>\d+)(?:\?|$)/;
const ISSUE_ID = /^[1-9]\d{0,14}$/;

@Injectable()
export class IssueLookup {
  constructor(
    private readonly issues: IssueStore,
    private readonly merges: MergeStore,
    private readonly finding: FindingStore,
    private readonly events: EventStore,
  ) {}

  /**
   * Accepts an id, a short id or the address of the issue's page. Follows merges to the issue that
   * has the events. Throws 404 when the person can see no such issue.
   */
  async getIssue(access: Access, name: string): Promise<Issue> {
    const id = ISSUE_ID.test(name) ? Number(name) : await this.findShort(access, name);
    const issue = id === undefined ? undefined : await this.findIssue(access, id);
    if (issue) return issue;
    throw new NotFoundException(`No issue '${name.slice(0, 80)}'.`);
  }

  /** Accepts `latest` or an event id. Throws 404 when the issue has no such event. */
  async getEvent({ id, ...issue }: Issue, name: string): Promise<EventInIssue> {
    const eventId = toEventId(name);
    const isKnown = name === 'latest' || isEventId(eventId);
    const found = isKnown
      ? await this.events.find(id, name === 'latest' ? undefined : eventId)
      : undefined;
    if (found) return found;
    throw new NotFoundException(
      name === 'latest'
        ? `No event of issue ${issue.projectSlug}-${issue.number} is kept.`
        : `No event '${name.slice(0, 80)}' in this issue.`,
    );
  }

  /**
   * Searches the given project, or every project that the person may read. Throws 404 when no event
   * is found.
   */
  async findEvent(
    access: Access,
    name: string,
    projectId?: number,
  ): Promise<{ readonly issue: Issue; readonly event: EventInIssue }> {
    const eventId = toEventId(name);
    const readable = access.listProjects('issues.read');
    const scope = projectId === undefined ? readable : [projectId];
    const [place] = isEventId(eventId)
      ? await this.finding.findEvents({ by: 'id', text: eventId }, { scope, limit: 1 })
      : [];
    const issue = place && (await this.findIssue(access, place.issueId));
    if (!issue) throw new NotFoundException(`No event '${name.slice(0, 80)}'.`);
    return { issue, event: await this.getEvent(issue, eventId) };
  }

  private async findShort(access: Access, name: string): Promise<number | undefined> {
    const { shortId, address = '' } = readQuote(name) ?? {};
    const id = ISSUE_ADDRESS.exec(address)?.groups?.['id'];
    if (id !== undefined) return Number(id);
    return shortId && this.finding.findIssue(shortId, access.listProjects('issues.read'));
  }

  private async findIssue(access: Access, id: number): Promise<Issue | undefined> {
    const issue = (await this.issues.find(id)) ?? (await this.findMerged(id));
    return issue && access.can('issues.read', issue.projectId) ? issue : undefined;
  }

  private async findMerged(id: number): Promise<Issue | undefined> {
    const into = await this.merges.findMergedInto(id);
    return into === undefined ? undefined : this.issues.find(into);
  }
}

/** Clients write event ids with or without dashes. */
function toEventId(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}
