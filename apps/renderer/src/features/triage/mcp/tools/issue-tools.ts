import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { describeStep, readEventRow, readPayload, readStub } from '#events';
import { FindingStore } from '#product/recording/finding';
import type { EventQuote } from '#product/recording/finding';
import type { Issue } from '#product/recording/issues';
import { EventListStore } from '#product/recording/storage';
import type { EventInIssue, ListedEvent } from '#product/recording/storage';
import type { TagDistribution } from '#product/recording/tags';
import { Turn } from '#telemetry/plain';
import type { Access } from '../../../people/accounts/index.ts';
import { IssueDetails } from '../../issue-api/index.ts';
import { FindService } from '../../../recording/finding/index.ts';
import { EventMatches, readEventSearch } from '../../event-list/index.ts';
import { IssueLookup, IssueMarkdown } from '../../issue-pages/index.ts';
import { count, MOST_BYTES, quote, toAnswer, toIso } from './answer-text.ts';
import type { ToolInput, Tools } from './tool.ts';

/**
 * Byte limit of a breadcrumb in `get_issue_breadcrumbs`. `get_issue_details` cuts breadcrumbs
 * shorter, so assistants call `get_issue_breadcrumbs` to read more of them.
 */
const STEP_BYTES = 800;

type IssueToolName =
  | 'get_issue_details'
  | 'search_issue_events'
  | 'get_event'
  | 'get_issue_tag_values'
  | 'get_issue_breadcrumbs';

@Injectable()
export class IssueTools {
  constructor(
    private readonly lookup: IssueLookup,
    private readonly details: IssueDetails,
    private readonly markdown: IssueMarkdown,
    private readonly events: EventListStore,
    private readonly matches: EventMatches,
    private readonly finding: FindingStore,
    private readonly finder: FindService,
  ) {}

  readonly tools: Tools<IssueToolName> = {
    get_issue_details: {
      title: 'Issue',
      description:
        'Shows an issue with its newest event: state, counts, the calls of the application at which it failed with code and variables, stack trace, breadcrumbs, request and tags.',
      right: 'issues.read',
      run: (access, { issue }) => this.showIssue(access, issue),
    },
    search_issue_events: {
      title: 'Events of an issue',
      description: 'Lists the events of an issue, the newest first, all or those of a search.',
      right: 'issues.read',
      run: (access, input) => this.searchEvents(access, input),
    },
    get_event: {
      title: 'Event',
      description:
        'Shows one event, by its id, or the newest by the digest that a page showed, by its trace, or by the id of its request. A digest of several issues lists them.',
      right: 'issues.read',
      run: (access, input) => this.showEvent(access, input),
    },
    get_issue_tag_values: {
      title: 'Tags of an issue',
      description: 'Counts how the events of an issue are spread over the values of tags.',
      right: 'issues.read',
      run: (access, { issue, key }) => this.countTags(access, issue, key),
    },
    get_issue_breadcrumbs: {
      title: 'Breadcrumbs',
      description: 'Lists what happened before an event, the latest first.',
      right: 'issues.read',
      run: (access, input) => this.listSteps(access, input),
    },
  };

  private async showIssue(access: Access, name: string): Promise<string> {
    const issue = await this.lookup.getIssue(access, name);
    const event = await this.lookup.getEvent(issue, 'latest');
    return this.markdown.print(issue, event, MOST_BYTES);
  }

  private async showEvent(access: Access, input: ToolInput<'get_event'>): Promise<string> {
    const { digest } = input;
    if (input.event === undefined && digest !== undefined) {
      const claims = await this.finder.findDigest(
        { text: digest },
        access.listProjects('issues.read'),
      );
      const lines = claims.map(
        ({ name, detail = '', href }) => `${name} ${quote(detail)}: ${href}`,
      );
      const heading = `${claims.length} issues claim the digest, those from servers first, then the oldest.`;
      if (claims.length > 1)
        return toAnswer(heading, lines, ['get_event shows one by the id of its event.']);
    }
    const { issue, event } =
      input.event === undefined
        ? await this.getQuoted(access, input)
        : await this.lookup.findEvent(access, input.event);
    return this.markdown.print(issue, event, MOST_BYTES);
  }

  /** Throws 404 when no event has the digest, trace or request id. */
  private async getQuoted(
    access: Access,
    { digest, trace, request }: ToolInput<'get_event'>,
  ): Promise<{ readonly issue: Issue; readonly event: EventInIssue }> {
    const quotes: readonly (EventQuote | undefined)[] = [
      digest === undefined ? undefined : { by: 'digest', text: digest },
      trace === undefined
        ? undefined
        : { by: 'trace', text: trace.replaceAll('-', '').toLowerCase() },
      request === undefined ? undefined : { by: 'request', text: request },
    ];
    const quoted = quotes.find((each) => each !== undefined);
    if (!quoted) throw new BadRequestException('Name an event, a digest, a trace or a request.');
    const scope = access.listProjects('issues.read');
    const [found] = await this.finding.findEvents(quoted, { scope, limit: 1 });
    if (!found) throw new NotFoundException(`No event with that ${quoted.by}.`);
    const issue = await this.lookup.getIssue(access, String(found.issueId));
    return { issue, event: await this.lookup.getEvent(issue, found.eventId) };
  }

  private async searchEvents(
    access: Access,
    { issue: name, query, limit }: ToolInput<'search_issue_events'>,
  ): Promise<string> {
    const issue = await this.lookup.getIssue(access, name);
    const { found, total } = await this.findEvents(issue, query, limit);
    return toAnswer(
      `${total} of ${this.markdown.link(issue)}, the newest first.`,
      await new Turn().map(found, toEventLine),
      ['get_event shows one of them.'],
    );
  }

  private async findEvents(
    issue: Issue,
    query: string,
    limit: number,
  ): Promise<{ readonly found: readonly ListedEvent[]; readonly total: string }> {
    const { search, fault } = readEventSearch(query);
    if (!search) throw new BadRequestException(fault);
    if (search.length === 0) {
      const found = await this.events.list(issue.id, { limit });
      return { found, total: `${found.length} of ${count(issue.events, 'event')}` };
    }
    const { found, decidedCount } = await this.matches.find(issue.id, { query }, search);
    const ids = found.slice(0, limit).map(({ position }) => position.id);
    const total = `${count(found.length, 'event')} for ${quote(query)} among the newest ${decidedCount}`;
    return { found: await this.events.get(issue.id, ids), total };
  }

  private async countTags(access: Access, name: string, key: string | undefined): Promise<string> {
    const issue = await this.lookup.getIssue(access, name);
    const link = this.markdown.link(issue);
    if (key === undefined) {
      const tags = await this.details.findTags(issue);
      return toAnswer(`${count(tags.length, 'tag')} of ${link}.`, tags.map(toTagLine));
    }
    const tag = await this.details.getDistribution(issue, key);
    return toAnswer(
      `The tag ${quote(key)} of ${count(tag.events, 'event')} of ${link}.`,
      tag.values.map(({ value, events }) => `${quote(value)}: ${count(events, 'event')}`),
      tag.others > 0 ? [`And ${count(tag.others, 'event')} with rarer values.`] : [],
    );
  }

  private async listSteps(
    access: Access,
    { issue: name, event = 'latest' }: ToolInput<'get_issue_breadcrumbs'>,
  ): Promise<string> {
    const issue = await this.lookup.getIssue(access, name);
    const { breadcrumbs, eventId } = readFound(await this.lookup.getEvent(issue, event));
    return toAnswer(
      `${count(breadcrumbs.length, 'breadcrumb')} before the event ${eventId} of ${this.markdown.link(issue)}, the latest first.`,
      breadcrumbs.toReversed().map((step) => quote(describeStep(step), STEP_BYTES)),
    );
  }
}

function readFound({ event, payload }: EventInIssue) {
  return payload ? readPayload(payload.json) : readStub(event);
}

function toEventLine({ event, payload }: ListedEvent): string {
  const { eventId, occurredAtMs, level, release, environment } = event;
  const message = payload && readEventRow(payload.json).title.value;
  const facts = [
    toIso(occurredAtMs),
    level,
    ...(release ? [`release ${quote(release)}`] : []),
    ...(environment ? [quote(environment)] : []),
  ];
  return `${eventId}: ${facts.join(', ')}${message ? `: ${quote(message)}` : ''}`;
}

function toTagLine({ name, values, valueCount }: TagDistribution): string {
  const shown = values.slice(0, 3).map(({ value, events }) => `${quote(value)} (${events})`);
  const more = valueCount > shown.length ? `, and ${valueCount - shown.length} more` : '';
  return `${quote(name)}: ${shown.join(', ')}${more}`;
}
