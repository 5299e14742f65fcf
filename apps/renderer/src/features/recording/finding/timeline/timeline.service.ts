import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import { FindingStore } from '#product/recording/finding';
import type { EventQuote, FoundEvent } from '#product/recording/finding';
import { Clock, searchLimits, toShortId, to } from '#shared';
import type { Access } from '../../../people/accounts/index.ts';
import { listFacts } from './list-facts.ts';
import { toTimeline } from './timeline.ts';
import { SurroundingsService } from './surroundings.ts';
import { TracedEvents } from './traced-events.ts';
import type { TimelineIssue, TimelinePageProps } from '../timeline.dto.ts';

interface TimelineRequest {
  readonly quote: EventQuote;
  readonly title: string;
  readonly toAddress: (eventId: string) => Address;
  readonly eventId: string | undefined;
  readonly access: Access;
}

@Injectable()
export class TimelineService {
  constructor(
    private readonly finding: FindingStore,
    private readonly events: TracedEvents,
    private readonly surroundings: SurroundingsService,
    private readonly clock: Clock,
  ) {}

  /** Resolves with undefined when no event that the visitor may see matches the quote. */
  async show({
    quote,
    title,
    toAddress,
    eventId,
    access,
  }: TimelineRequest): Promise<TimelinePageProps | undefined> {
    const scope = access.listProjects('issues.read');
    const options = { scope, limit: searchLimits.eventsFound };
    const found = await this.finding.findEvents(quote, options);
    const asked = found.find((each) => each.eventId === eventId) ?? found[0];
    if (!asked) return undefined;
    const isTrace = quote.by === 'trace';
    const [together, counts] = await Promise.all([
      isTrace ? found : this.listTogether(asked, options),
      quote.by === 'digest' ? this.finding.countByDigest(quote.text, scope) : undefined,
    ]);
    const askedId = isTrace ? '' : asked.eventId;
    const traced = await this.events.read(together, askedId);
    const [shown = traced[0]] = traced.filter(({ isAskedFor }) => isAskedFor);
    const events = traced.map(({ event }) => event);
    const logs = shown ? await this.surroundings.findLogs(shown.event, events, access) : [];
    return {
      nowMs: this.clock.nowMs(),
      title,
      ...(counts ? { counts } : {}),
      issues: listIssues(together),
      facts: listFacts(traced),
      timeline: toTimeline(traced, logs),
      occurrences: isTrace
        ? []
        : found.toSorted(byAge).map((each) => ({
            href: toAddress(each.eventId),
            atMs: each.occurredAtMs,
            isShown: each === asked,
          })),
    };
  }

  private async listTogether(
    asked: FoundEvent,
    options: Parameters<FindingStore['findEvents']>[1],
  ): Promise<FoundEvent[]> {
    if (asked.traceId === undefined) return [asked];
    const traced = await this.finding.findEvents({ by: 'trace', text: asked.traceId }, options);
    return [asked, ...traced.filter(({ eventId }) => eventId !== asked.eventId)];
  }
}

function byAge(a: FoundEvent, b: FoundEvent): number {
  return b.occurredAtMs - a.occurredAtMs;
}

function listIssues(events: readonly FoundEvent[]): TimelineIssue[] {
  const issues = new Map<number, TimelineIssue>();
  for (const { issueId, projectSlug, issueNumber, type, value } of events) {
    const shortId = toShortId(projectSlug, issueNumber);
    if (!issues.has(issueId)) {
      issues.set(issueId, {
        href: to('/issues/:id', { id: issueId }),
        shortId,
        type,
        value: value.slice(0, VALUE_LENGTH),
      });
    }
  }
  return [...issues.values()];
}

const VALUE_LENGTH = 200;
